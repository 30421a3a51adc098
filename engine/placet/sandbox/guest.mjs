// The realm that an agent's code runs in: a Worker of host.mjs, cleared of all that isn't on the list below.
//
// The code shares this realm, so it may change every object that it can reach. What is needed later is therefore
// taken here first, called without looking anything up on an object, and reachable from no global: no spread, no
// iteration, no method call on a value, below the line that loads the code. Nothing here is trusted by the engine:
// all that code could win by breaking out of this file is to speak for its own executions.

import { AsyncLocalStorage } from "placet:contexts"; // the engine gives this name another spelling in each child

const KEPT = new Set([
  ..."Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date".split(" "),
  ..."Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError".split(" "),
  ..."URIError SuppressedError globalThis JSON Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array".split(" "),
  ..."Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float16Array".split(" "),
  ..."Float32Array Float64Array DataView Map BigInt Set Iterator WeakMap WeakSet Proxy Reflect WeakRef".split(" "),
  ..."FinalizationRegistry decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape".split(" "),
  ..."eval isFinite isNaN Temporal DisposableStack AsyncDisposableStack queueMicrotask structuredClone".split(" "),
  ..."AbortController AbortSignal CustomEvent DOMException ErrorEvent Event EventTarget Headers".split(" "),
  ..."MessageChannel MessagePort MessageEvent PromiseRejectionEvent TextDecoder TextEncoder URL".split(" "),
  ..."URLPattern URLSearchParams atob btoa clearInterval clearTimeout crypto Crypto CryptoKey".split(" "),
  ..."SubtleCrypto performance setInterval setTimeout self".split(" "),
]);

const OPEN_CALLS = 64;
const MESSAGE_CHARS = 4_000;
const STACK_CHARS = 8_000;
const PRINTED_CHARS = 8_000;

const { defineProperty, freeze, getOwnPropertyNames, getPrototypeOf } = Object;
const { parse, stringify } = JSON;
const { apply } = Reflect;
const uncurried = Function.prototype.bind.bind(Function.prototype.call);
const mapGet = uncurried(Map.prototype.get);
const mapSet = uncurried(Map.prototype.set);
const mapDelete = uncurried(Map.prototype.delete);
const replaceAll = uncurried(String.prototype.replaceAll);
const slice = uncurried(String.prototype.slice);
const indexOf = uncurried(String.prototype.indexOf);
const matches = uncurried(RegExp.prototype.exec);
const text = String;
const TheError = Error;
const TheMap = Map;
const ThePromise = Promise;
const TheProxy = Proxy;
const prevent = uncurried(Event.prototype.preventDefault);
const reasonOf = uncurried(Object.getOwnPropertyDescriptor(PromiseRejectionEvent.prototype, "reason").get);
const errorOf = uncurried(Object.getOwnPropertyDescriptor(ErrorEvent.prototype, "error").get);
const contexts = new AsyncLocalStorage();
const runIn = uncurried(AsyncLocalStorage.prototype.run).bind(undefined, contexts);
const current = uncurried(AsyncLocalStorage.prototype.getStore).bind(undefined, contexts);

const runs = new TheMap(); // number -> what is known of an execution, for as long as it lasts
const waiting = new TheMap(); // number -> the two ends of the promise of a call
let calls = 0;
let code; // the module, once it is loaded
let file = { name: "", address: "" };
let loading; // the execution for which the code is loaded, so that what it prints meanwhile isn't lost
let latest; // the execution begun last: what is printed where no execution is known is put there

const port = await new Promise((resolve) => {
  addEventListener("message", (event) => resolve(event.data), { once: true });
  postMessage("up");
});
const say = MessagePort.prototype.postMessage.bind(port);
addEventListener("unhandledrejection", (event) => report(event, reasonOf));
addEventListener("error", (event) => report(event, errorOf));
prepare();
clear();
defineProperty(globalThis, "adf", { value: proxy(), enumerable: true });
defineProperty(globalThis, "console", { value: printer(), writable: true, configurable: true });
// What describes a stack to code would tell it the address of this file, and so the name on its first line.
defineProperty(Error, "prepareStackTrace", { value: undefined, writable: false, configurable: false });
for (const kind of [Promise, EventTarget, Event, MessageEvent, MessagePort, ErrorEvent, PromiseRejectionEvent]) {
  freeze(kind.prototype);
  freeze(kind);
}
port.onmessage = (event) => obey(event.data); // its own property
say("ready");

/** Has Deno load what it otherwise loads when it is first used, which would be among objects that code has changed. */
function prepare() {
  for (const name of KEPT) globalThis[name];
  clearInterval(setInterval(() => {}, 1));
  clearTimeout(setTimeout(() => {}, 1));
  structuredClone({});
}

/** Takes away every global that isn't kept; one that stays all the same ends the child. */
function clear() {
  for (let owner = globalThis; owner !== Object.prototype; owner = getPrototypeOf(owner)) {
    for (const name of getOwnPropertyNames(owner)) {
      const ours = owner === globalThis ? KEPT.has(name) : owner === EventTarget.prototype || name === "constructor";
      if (!ours && !Reflect.deleteProperty(owner, name)) throw new Error(`${name} can't be taken away`);
    }
  }
}

/** A message of the host's: a word, a number, a text. */
function obey(message) {
  const first = indexOf(message, " ");
  const second = indexOf(message, " ", first + 1);
  const word = slice(message, 0, first);
  const number = +slice(message, first + 1, second);
  const rest = slice(message, second + 1);
  if (word === "answer" || word === "refuse") settle(word, number, rest);
  else if (word === "load") load(number, parse(rest));
  else if (word === "run") run(number, parse(rest));
  else if (word === "stop") forget(number);
}

async function load(number, order) {
  loading = opened(number, order);
  file = { name: order.name, address: order.address };
  try {
    code = await import(order.address);
    say("loaded " + number + " ");
  } catch (error) {
    say("unloadable " + number + " " + stringify(told(error, "LOAD_ERROR")));
  }
  loading = undefined;
}

function opened(number, order) {
  return { __proto__: null, number, open: 0, ended: false, room: order.console_chars, most: order.result_chars };
}

async function run(number, order) {
  const state = opened(number, order);
  latest = state;
  mapSet(runs, number, state);
  let said;
  try {
    const called = find(order.function);
    const value = await runIn(state, () => apply(called, undefined, order.args));
    said = "end " + number + " " + result(value, state.most);
  } catch (error) {
    said = "threw " + number + " " + stringify(told(error, "FN_ERROR"));
  }
  forget(number);
  say(said);
}

function find(name) {
  let found = code[name];
  if (found === undefined && name === "main") found = code.default;
  if (typeof found === "function") return found;
  const names = stringify(getOwnPropertyNames(code));
  throw failure("FN_NOT_FOUND", file.name + " exports no function " + stringify(name) + ". It exports " + names + ".");
}

function result(value, most) {
  let said;
  try {
    said = value === undefined ? "null" : stringify(value);
  } catch (error) {
    throw failure("BAD_RESULT", "The result can't be told as JSON: " + told(error, "").message);
  }
  if (said === undefined) throw failure("BAD_RESULT", "The result can't be told as JSON: it is a " + typeof value + ".");
  if (said.length > most) throw failure("BAD_RESULT", "The result is longer than " + most + " characters of JSON.");
  return said;
}

/** From now on nothing is done for this execution, whatever of it is still at work. */
function forget(number) {
  const state = mapGet(runs, number);
  if (state !== undefined) state.ended = true;
  mapDelete(runs, number);
}

function proxy() {
  const made = new TheMap();
  const method = (name) => {
    const known = mapGet(made, name);
    if (known !== undefined) return known;
    const fresh = freeze((args, ...more) => call(name, args, more.length));
    mapSet(made, name, fresh);
    return fresh;
  };
  return new TheProxy(freeze({ __proto__: null }), {
    __proto__: null,
    get: (_, name) => (typeof name === "symbol" || isAskedByItself(name) ? undefined : method(name)),
  });
}

/** What the language looks for on any object: no tool has such a name. */
function isAskedByItself(name) {
  return name === "then" || name === "toJSON" || name === "toString" || name === "valueOf" || name === "constructor";
}

function call(name, args, more) {
  return new ThePromise((resolve, reject) => {
    const state = current();
    if (state === undefined || state.ended) throw failure("no_execution", "This call belongs to no running execution.");
    if (more > 0) throw failure("bad_arguments", "adf." + name + " takes one object.");
    const said = args === undefined ? "null" : stringify(args);
    if (said === undefined) throw failure("bad_arguments", "The arguments can't be told as JSON.");
    if (said.length > state.most) throw failure("too_large", "The arguments are longer than " + state.most + " characters.");
    // Asked again: telling the arguments may have run the code's own functions.
    if (state.ended) throw failure("no_execution", "This call belongs to no running execution.");
    if (state.open >= OPEN_CALLS) throw failure("too_many_calls", "At most " + OPEN_CALLS + " calls may be open at once.");
    state.open += 1;
    calls += 1;
    mapSet(waiting, calls, { __proto__: null, resolve, reject, state });
    say("call " + state.number + " " + calls + " " + stringify(name) + "\n" + said);
  });
}

function settle(word, number, rest) {
  const ends = mapGet(waiting, number);
  if (ends === undefined) return;
  mapDelete(waiting, number);
  ends.state.open -= 1;
  const value = parse(rest);
  if (word === "answer") ends.resolve(value);
  else ends.reject(failure(value.code, value.message));
}

function failure(code_, message) {
  const error = new TheError(message);
  defineProperty(error, "code", { __proto__: null, value: code_, enumerable: true, writable: true, configurable: true });
  return error;
}

/** What an error says, in bounded texts. It is the code's own object: every look at it may run code, or throw. */
function told(error, otherwise) {
  const own = property(error, "code");
  const isCode = typeof own === "string" && matches(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, own) !== null;
  const name = property(error, "name");
  const message = property(error, "message");
  const stack = property(error, "stack");
  const said = typeof message === "string" ? message : shown(error);
  const named = typeof name === "string" && name !== "" && name !== "Error" ? slice(name, 0, 100) + ": " + said : said;
  return {
    __proto__: null,
    code: isCode ? own : otherwise,
    message: slice(placed(isCode ? said : named), 0, MESSAGE_CHARS),
    stack: typeof stack === "string" ? slice(placed(stack), 0, STACK_CHARS) : "",
  };
}

function property(object, name) {
  try {
    return object === null || (typeof object !== "object" && typeof object !== "function") ? undefined : object[name];
  } catch {
    return undefined;
  }
}

/** Puts the file's name where the address is that it was loaded from, which is as long as the file. */
function placed(said) {
  return file.address === "" ? said : replaceAll(said, file.address, () => file.name);
}

function report(event, cause) {
  prevent(event);
  const error = told(cause(event), "");
  print("Uncaught " + (error.stack === "" ? error.message : error.stack));
}

function printer() {
  const plain = (...values) => print(line(values));
  const only = (wanted, ...values) => void (wanted || print("Assertion failed " + line(values)));
  const silent = () => {};
  return {
    ...{ log: plain, info: plain, warn: plain, error: plain, debug: plain, trace: plain, dir: plain, table: plain },
    ...{ group: plain, groupCollapsed: plain, dirxml: plain, assert: only },
    ...{ groupEnd: silent, time: silent, timeEnd: silent, timeLog: silent, count: silent, countReset: silent },
  };
}

function line(values) {
  let said = "";
  for (let index = 0; index < values.length && said.length < PRINTED_CHARS; index += 1) {
    said += (index === 0 ? "" : " ") + shown(values[index]);
  }
  return said;
}

function shown(value) {
  try {
    if (typeof value === "object" && value !== null) {
      const stack = property(value, "stack");
      return typeof stack === "string" ? placed(stack) : text(stringify(value));
    }
    return text(value);
  } catch {
    return "[" + typeof value + "]";
  }
}

function print(said) {
  const state = current() ?? loading ?? latest;
  if (state === undefined || state.ended || state.room <= 0) return;
  const kept = slice(said, 0, state.room < PRINTED_CHARS ? state.room : PRINTED_CHARS);
  state.room -= kept.length + 1;
  say((kept.length < said.length || state.room <= 0 ? "cut " : "print ") + state.number + " " + kept);
}
