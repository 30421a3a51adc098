// killed
export async function main() {
  return new Promise(() => {});
}
