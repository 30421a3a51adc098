// threw
export async function main() {
  const again = () => again() + 1; return again();
}
