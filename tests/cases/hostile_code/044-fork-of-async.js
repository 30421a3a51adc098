// killed threw
export async function main() {
  const more = async () => { await null; more(); more(); }; more(); return new Promise(() => {});
}
