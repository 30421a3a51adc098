// threw
export async function main() {
  let it = []; for (let i = 0; i < 100; i++) it = [it]; await adf.deep(it);
}
