// threw
export async function main() {
  return await (await fetch("URL")).text();
}
