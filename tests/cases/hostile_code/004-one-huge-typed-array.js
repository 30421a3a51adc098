// threw killed
export async function main() {
  return new Uint8Array(4e9).fill(1).length;
}
