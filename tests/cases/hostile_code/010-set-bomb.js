// killed threw
export async function main() {
  const all = new Set(); for (let i = 0; ; i++) all.add("x" + i);
}
