// threw
export async function main() {
  let it = []; for (let i = 0; i < 1e5; i++) it = [it]; return it;
}
