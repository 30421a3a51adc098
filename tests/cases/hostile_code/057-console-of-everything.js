// returned threw killed
export async function main() {
  console.log(globalThis, adf, console, Symbol("s"), 1n, () => 1, new Proxy({}, {})); return 1;
}
