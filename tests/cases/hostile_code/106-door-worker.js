// threw
export async function main() {
  return new Worker("data:text/javascript,postMessage(Deno.env.toObject())", { type: "module" });
}
