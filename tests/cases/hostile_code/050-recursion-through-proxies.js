// threw
export async function main() {
  const it = new Proxy({}, { get: (t, k, r) => r[k] }); return it.x;
}
