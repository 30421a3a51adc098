// returned
export async function main() {
  setTimeout(() => { throw new Error("late"); }, 0); await new Promise((done) => setTimeout(done, 5)); return 1;
}
