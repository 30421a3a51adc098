// returned
export async function main() {
  return [typeof adf.x.y, typeof adf.x.call, Object.keys(adf).length, "x" in adf];
}
