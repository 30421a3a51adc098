// returned threw killed
export async function main() {
  console.log("x".repeat(1e8)); return 1;
}
