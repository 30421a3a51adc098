// killed
export async function main() {
  while (Date.now() > 0);
}
