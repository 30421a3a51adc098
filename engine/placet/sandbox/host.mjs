// What Deno starts as: the engine's end of a child. Frames come in on stdin and go out on stdout; the code itself
// lives in a Worker (guest.mjs), so that a loop without end there keeps nothing here from hearing that stdin ended.
//
// A frame is one line and a payload. In:  WORD ID NUMBER BYTES   Out:  KEY WORD ID NUMBER BYTES
// KEY comes first of all, in the frame that holds the guest; without it nothing on stdout counts.

const encode = (said) => new TextEncoder().encode(said);
const decode = (bytes) => new TextDecoder().decode(bytes);

let held = new Uint8Array(0);

async function more() {
  const piece = new Uint8Array(65536);
  const count = await Deno.stdin.read(piece);
  if (count === null) Deno.exit(0); // the engine is gone, or wants us gone
  const joined = new Uint8Array(held.length + count);
  joined.set(held);
  joined.set(piece.subarray(0, count), held.length);
  held = joined;
}

async function take(count) {
  const taken = new Uint8Array(count);
  let filled = 0;
  for (;;) {
    const part = held.subarray(0, count - filled);
    taken.set(part, filled);
    filled += part.length;
    held = held.subarray(part.length);
    if (filled === count) return taken;
    await more();
  }
}

async function frame() {
  let end;
  while ((end = held.indexOf(10)) < 0) await more();
  const [word, id, number, bytes] = decode(held.subarray(0, end)).split(" ");
  held = held.subarray(end + 1);
  return { word, id, number: Number(number), payload: await take(Number(bytes)) };
}

function write(bytes) {
  for (let done = 0; done < bytes.length; ) done += Deno.stdout.writeSync(bytes.subarray(done));
}

const first = await frame();
const key = first.id;
const guest = new Worker(`data:text/javascript;base64,${decode(first.payload)}`, { type: "module" });
const { port1: port, port2 } = new MessageChannel();
const numbers = new Map(); // an execution's id -> the number that the guest knows it by
const ids = new Map();
let executions = 0;

function say(word, id, number, payload) {
  const bytes = encode(payload);
  write(encode(`${key} ${word} ${id} ${number} ${bytes.length}\n`));
  write(bytes);
}

function broke(event) {
  event.preventDefault();
  say("broke", "-", 0, String(event.message ?? "the guest fell silent").slice(0, 2000));
}

function heard(message) {
  const [word, number] = message.split(" ", 2);
  const id = ids.get(Number(number));
  if (word === "ready") say("ready", "-", 0, Deno.version.deno);
  if (id === undefined) return; // the engine has ended it already
  const rest = message.slice(word.length + number.length + 2);
  if (word === "call") {
    const call = rest.slice(0, rest.indexOf(" "));
    say("call", id, call, rest.slice(call.length + 1));
    return;
  }
  if (word !== "print" && word !== "cut") forget(id);
  say(word, id, 0, rest);
}

function known(id) {
  executions += 1;
  numbers.set(id, executions);
  ids.set(executions, id);
  return executions;
}

function forget(id) {
  ids.delete(numbers.get(id));
  numbers.delete(id);
}

guest.onerror = broke;
guest.onmessageerror = broke;
guest.onmessage = () => guest.postMessage(port2, [port2]);
port.onmessage = (event) => heard(event.data);

for (;;) {
  const { word, id, number, payload } = await frame();
  if (word === "load" || word === "run") port.postMessage(`${word} ${known(id)} ${decode(payload)}`);
  else if (word === "stop") {
    if (numbers.has(id)) port.postMessage(`stop ${numbers.get(id)} `);
    forget(id);
  } else if (word === "modules") {
    say("modules", "-", 0, JSON.stringify(process.getBuiltinModule("node:module").builtinModules));
  } else port.postMessage(`${word} ${number} ${decode(payload)}`);
}
