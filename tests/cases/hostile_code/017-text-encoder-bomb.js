// killed threw
export async function main() {
  const all = []; const text = "x".repeat(1e6); for (;;) all.push(new TextEncoder().encode(text));
}
