// killed
export async function main() {
  for (;;) console.error("x".repeat(1e5));
}
