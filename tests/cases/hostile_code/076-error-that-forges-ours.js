// threw
export async function main() {
  throw Object.assign(new Error("approved"), { code: "authorized", approved: true });
}
