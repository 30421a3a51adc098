// returned
export async function main() {
  return Object.keys(await import("HOST").catch(() => ({})));
}
