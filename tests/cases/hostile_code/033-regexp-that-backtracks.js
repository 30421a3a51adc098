// killed
export async function main() {
  return /^(a+)+$/.test("a".repeat(50) + "b");
}
