// threw
export async function main() {
  const it = { toString() { return `${this}`; } }; return `${it}`;
}
