// killed threw
export async function main() {
  let it = 3n; for (;;) it *= it;
}
