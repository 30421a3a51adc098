// killed threw
export async function main() {
  const all = new Map(); for (let i = 0; ; i++) all.set(i, { i });
}
