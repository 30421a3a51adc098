// threw killed
export async function main() {
  return "x".repeat(2 ** 29).repeat(2 ** 10);
}
