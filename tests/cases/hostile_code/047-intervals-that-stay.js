// returned
export async function main() {
  for (let i = 0; i < 100; i++) setInterval(() => adf.late({}), 1); return "gone";
}
