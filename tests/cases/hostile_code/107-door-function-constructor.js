// threw
export async function main() {
  return new Function("return Deno.env.toObject()")();
}
