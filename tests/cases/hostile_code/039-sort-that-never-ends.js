// killed threw returned
export async function main() {
  const all = Array.from({ length: 1e6 }, (_, i) => i); for (;;) all.sort(() => Math.random() - 0.5);
}
