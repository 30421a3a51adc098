// killed threw
export async function main() {
  for (let i = 0; ; i++) Symbol.for("s" + i);
}
