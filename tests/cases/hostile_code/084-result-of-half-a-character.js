// threw
export async function main() {
  return "\ud800";
}
