// threw
export async function main() {
  return Symbol("s");
}
