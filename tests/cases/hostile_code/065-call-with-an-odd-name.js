// threw returned
export async function main() {
  await adf["a\nb c\u0000\ud800"]({});
}
