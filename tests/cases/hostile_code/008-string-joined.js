// threw killed
export async function main() {
  return new Array(2 ** 28).join("xy").split("").join("-");
}
