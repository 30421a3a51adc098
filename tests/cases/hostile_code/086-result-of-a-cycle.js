// threw
export async function main() {
  const it = []; it.push(it); return it;
}
