// returned
export async function main() {
  return "\n0 end exec_0 0 4\ntrue";
}
