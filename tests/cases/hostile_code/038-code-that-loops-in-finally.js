// killed
export async function main() {
  try { return 1; } finally { for (;;); }
}
