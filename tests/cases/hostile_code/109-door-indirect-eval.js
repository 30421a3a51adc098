// threw
export async function main() {
  return (0, eval)("process.mainModule.require('child_process')");
}
