// threw
export async function main() {
  return Deno.readTextFileSync("SECRET");
}
