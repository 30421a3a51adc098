// killed threw
export async function main() {
  const more = () => { queueMicrotask(more); queueMicrotask(more); }; more(); return new Promise(() => {});
}
