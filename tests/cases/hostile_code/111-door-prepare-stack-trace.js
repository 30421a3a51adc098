// threw
export async function main() {
  let found = []; Error.prepareStackTrace = (_, sites) => { found = sites.map((it) => typeof it.getThis()); return ""; }; new Error().stack; return found.filter((it) => it !== "undefined");
}
