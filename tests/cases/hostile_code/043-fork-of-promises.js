// killed threw
export async function main() {
  const more = () => { Promise.resolve().then(more); Promise.resolve().then(more); }; more(); return new Promise(() => {});
}
