// returned killed
export async function main() {
  for (let i = 0; i < 1e6; i++) console.log("x".repeat(100)); return "flooded";
}
