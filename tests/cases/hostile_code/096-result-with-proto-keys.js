// returned
export async function main() {
  return JSON.parse('{"__proto__": {"x": 1}, "constructor": {"prototype": {"y": 2}}}');
}
