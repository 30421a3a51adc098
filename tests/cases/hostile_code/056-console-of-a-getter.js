// returned
export async function main() {
  console.log({ get stack() { throw 1; }, get x() { throw 2; } }); return 1;
}
