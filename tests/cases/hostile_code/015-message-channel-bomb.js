// killed threw
export async function main() {
  const it = new MessageChannel(); it.port2.onmessage = () => {}; for (;;) it.port1.postMessage(new Uint8Array(1e5));
}
