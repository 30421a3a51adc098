// threw
export async function main() {
  throw Object.assign(new Error("x"), { code: "A B\n\u202e" });
}
