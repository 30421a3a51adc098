// threw
export async function main() {
  localStorage.setItem("left", "behind"); return localStorage.length;
}
