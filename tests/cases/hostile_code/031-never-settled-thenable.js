// killed
export async function main() {
  return { then() {} };
}
