// threw
export async function main() {
  const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy;
}
