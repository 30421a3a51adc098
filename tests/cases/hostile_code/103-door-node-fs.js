// threw
export async function main() {
  return (await import("node:fs")).readFileSync("SECRET", "utf8");
}
