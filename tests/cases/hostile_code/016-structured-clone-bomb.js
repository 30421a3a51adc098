// killed threw
export async function main() {
  let it = [1]; for (;;) it = structuredClone([it, it]);
}
