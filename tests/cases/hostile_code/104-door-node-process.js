// threw
export async function main() {
  return (await import("node:process")).env;
}
