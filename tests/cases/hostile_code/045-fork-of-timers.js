// killed threw
export async function main() {
  const more = () => { setTimeout(more, 0); setTimeout(more, 0); }; more(); return new Promise(() => {});
}
