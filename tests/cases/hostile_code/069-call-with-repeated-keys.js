// threw
export async function main() {
  await adf.twice({ toJSON() { return JSON.rawJSON('"x"'); }, __proto__: { toJSON() { throw 1; } } }, 1);
}
