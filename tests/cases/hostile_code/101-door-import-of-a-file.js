// threw
export async function main() {
  return (await import("file://SECRET", { with: { type: "text" } })).default;
}
