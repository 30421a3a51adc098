// threw
export async function main() {
  const it = { get x() { return this.x; } }; return it.x;
}
