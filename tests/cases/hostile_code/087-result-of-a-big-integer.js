// threw
export async function main() {
  return 1n;
}
