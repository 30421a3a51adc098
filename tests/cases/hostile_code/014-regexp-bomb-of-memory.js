// killed threw
export async function main() {
  const all = []; for (let i = 0; ; i++) all.push(new RegExp("(" + "a".repeat(1000) + i + ")*"));
}
