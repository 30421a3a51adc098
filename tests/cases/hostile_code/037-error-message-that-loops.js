// killed
export async function main() {
  throw { get message() { for (;;); } };
}
