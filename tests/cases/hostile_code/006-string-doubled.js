// threw killed
export async function main() {
  let it = "x"; for (;;) it += it + Math.random();
}
