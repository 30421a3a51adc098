// threw
export async function main() {
  await adf.half({ it: "\ud800" });
}
