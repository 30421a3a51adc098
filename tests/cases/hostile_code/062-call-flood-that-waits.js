// killed
export async function main() {
  for (;;) await adf.flood({});
}
