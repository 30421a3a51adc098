// killed
export async function main() {
  for (;;) await new Promise((done) => setTimeout(done, 0));
}
