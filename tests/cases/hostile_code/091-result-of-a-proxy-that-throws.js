// threw
export async function main() {
  return new Proxy([], { get() { throw new Error("no"); } });
}
