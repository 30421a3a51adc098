// threw
export async function main() {
  try { null.x; } catch (e) { return e.constructor.constructor("return process")(); }
}
