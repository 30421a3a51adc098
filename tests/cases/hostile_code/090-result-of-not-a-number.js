// returned
export async function main() {
  return [NaN, Infinity, -Infinity, -0];
}
