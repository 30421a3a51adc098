// killed threw
export async function main() {
  function* all() { for (;;) yield new Array(1000).fill(1); } return [...all()];
}
