// killed threw
export async function main() {
  const all = {}; for (let i = 0; ; i++) all["k" + i] = i;
}
