// threw
export async function main() {
  return await (async () => {}).constructor("return (await import('node:fs')).readFileSync('SECRET', 'utf8')")();
}
