// returned
export async function main() {
  console.log("\u001b[2J\u0000\u202e\r\nforged line"); return 1;
}
