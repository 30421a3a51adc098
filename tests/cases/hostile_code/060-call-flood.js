// returned threw killed
export async function main() {
  for (let i = 0; i < 1e5; i++) adf.flood({ i }).catch(() => {}); return 1;
}
