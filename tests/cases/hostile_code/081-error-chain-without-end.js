// threw
export async function main() {
  const it = new Error("x"); it.cause = it; throw it;
}
