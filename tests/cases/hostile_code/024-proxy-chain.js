// killed threw
export async function main() {
  let it = {}; for (;;) it = new Proxy(it, {});
}
