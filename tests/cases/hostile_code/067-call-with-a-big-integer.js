// threw
export async function main() {
  await adf.big(1n);
}
