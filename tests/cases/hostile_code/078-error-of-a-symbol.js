// threw
export async function main() {
  throw Symbol("s");
}
