// returned threw
export async function main() {
  await adf.outer({ get x() { adf.inner({}).catch(() => {}); return 1; } }); return 1;
}
