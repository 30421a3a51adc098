// killed
export async function main() {
  return { get x() { for (;;); } };
}
