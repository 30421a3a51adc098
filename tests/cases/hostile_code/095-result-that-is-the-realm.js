// returned threw killed
export async function main() {
  return globalThis;
}
