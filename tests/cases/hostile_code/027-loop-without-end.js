// killed
export async function main() {
  for (;;);
}
