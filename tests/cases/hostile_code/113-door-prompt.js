// threw
export async function main() {
  return prompt("password?");
}
