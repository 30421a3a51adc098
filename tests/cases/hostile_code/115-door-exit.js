// threw
export async function main() {
  close(); Deno.exit(0);
}
