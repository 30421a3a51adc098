// threw killed
export async function main() {
  return JSON.stringify(Array(1e6).fill("x".repeat(1e4)));
}
