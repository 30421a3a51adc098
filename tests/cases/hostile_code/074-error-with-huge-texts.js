// threw
export async function main() {
  throw Object.assign(new Error("x".repeat(5e6)), { code: "y".repeat(5e6), stack: "z".repeat(5e6) });
}
