// killed
export async function main() {
  for (;;) await null;
}
