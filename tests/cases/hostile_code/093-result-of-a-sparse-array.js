// threw killed
export async function main() {
  const it = []; it[2 ** 31] = 1; return it;
}
