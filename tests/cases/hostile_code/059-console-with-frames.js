// returned
export async function main() {
  console.log("\n0 end exec_0 0 1\n1"); return 1;
}
