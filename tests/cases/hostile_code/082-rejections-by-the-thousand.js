// returned
export async function main() {
  for (let i = 0; i < 1e4; i++) Promise.reject(new Error("x" + i)); return 1;
}
