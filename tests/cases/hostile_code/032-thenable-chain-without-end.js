// killed
export async function main() {
  const it = { then(done) { queueMicrotask(() => done({ ...it })); } }; return it;
}
