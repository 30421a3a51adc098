// killed
export async function main() {
  return { toJSON() { for (;;); } };
}
