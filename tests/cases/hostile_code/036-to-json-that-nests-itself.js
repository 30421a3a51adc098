// threw killed
export async function main() {
  return { toJSON() { return { it: { ...this, toJSON: this.toJSON } }; } };
}
