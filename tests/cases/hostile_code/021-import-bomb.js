// killed threw
export async function main() {
  for (let i = 0; ; i++) globalThis["m" + i] = await import("data:text/javascript,export default '" + i + "x".repeat(1e4) + "'");
}
