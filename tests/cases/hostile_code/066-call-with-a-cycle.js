// threw
export async function main() {
  const it = {}; it.it = it; await adf.cycle(it);
}
