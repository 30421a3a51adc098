// threw
export async function main() {
  return process.env;
}
