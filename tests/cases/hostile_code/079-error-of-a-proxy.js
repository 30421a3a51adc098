// threw
export async function main() {
  throw new Proxy({}, { get() { throw new Error("again"); } });
}
