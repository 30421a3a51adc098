// threw
export async function main() {
  return (await import("URL")).default;
}
