// threw
export async function main() {
  await adf.huge({ it: "x".repeat(2e6) });
}
