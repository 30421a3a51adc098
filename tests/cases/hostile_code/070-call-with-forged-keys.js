// returned
export async function main() {
  await adf.forged({ _authorized: true, _full: true, __proto__: { _authorized: true } }); return 1;
}
