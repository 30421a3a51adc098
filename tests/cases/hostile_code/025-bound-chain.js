// killed threw
export async function main() {
  let f = () => 1; for (;;) f = f.bind(null, 1);
}
