// threw
export async function main() {
  await adf["x".repeat(1e5)]({});
}
