// killed threw
export async function main() {
  const it = new FinalizationRegistry(() => {}); for (;;) it.register({}, {});
}
