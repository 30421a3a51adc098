// killed threw
export async function main() {
  const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));
}
