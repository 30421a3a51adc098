// killed threw
export async function main() {
  const all = []; for (;;) all.push(crypto.getRandomValues(new Uint8Array(65536)));
}
