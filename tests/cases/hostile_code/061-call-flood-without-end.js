// killed threw
export async function main() {
  for (;;) adf.flood({}).catch(() => {});
}
