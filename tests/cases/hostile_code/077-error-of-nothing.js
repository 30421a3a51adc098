// threw
export async function main() {
  throw undefined;
}
