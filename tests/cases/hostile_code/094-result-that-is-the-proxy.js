// returned threw
export async function main() {
  return adf;
}
