// threw
export async function main() {
  return { "\udfff": 1 };
}
