// threw
export async function main() {
  return (await import("node:child_process")).execSync("id").toString();
}
