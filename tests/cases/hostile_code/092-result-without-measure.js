// threw killed
export async function main() {
  return "x".repeat(1e7);
}
