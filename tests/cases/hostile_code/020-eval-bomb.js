// killed threw
export async function main() {
  for (let i = 0; ; i++) globalThis["f" + i] = eval("(function () { return '" + "x".repeat(1e4) + i + "'; })");
}
