// threw killed
export async function main() {
  const it = new ArrayBuffer(1, { maxByteLength: 4e9 }); it.resize(4e9); return new Uint8Array(it).fill(1).length;
}
