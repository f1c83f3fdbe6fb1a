import { registerHooks, syncBuiltinESMExports } from 'node:module';

// Whatever a runtime inside this process might be made to call with a descriptor, a path or a process id.
const modules = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'fs',
  'fs/promises',
  'http',
  'http2',
  'https',
  'inspector',
  'module',
  'net',
  'repl',
  'tls',
  'tty',
  'v8',
  'vm',
  'wasi',
  'worker_threads',
];
const processFunctions = [
  'abort',
  'binding',
  '_linkedBinding',
  '_debugProcess',
  '_kill',
  'dlopen',
  'getBuiltinModule',
  'kill',
  'openStdin',
  'send',
];

/**
 * Takes from this process, for good, every function of Node that opens, writes or signals anything. Python runs in the
 * same JavaScript world as Node and finds its way to what is left lying about, such as emscripten's NODEFS.
 */
export function closeDoors(): void {
  // To load the others, only to replace what they hold, took half of the time in which a sandbox starts.
  registerHooks({ resolve: refuse });
  for (const name of modules.filter(isLoaded)) replaceFunctions(process.getBuiltinModule(name));
  syncBuiltinESMExports();
  for (const name of processFunctions) replace(process, name);
  for (const name of ['require', 'fetch', 'WebSocket', 'EventSource', 'Worker']) replace(globalThis, name);
}

/** Node's documentation doesn't name this list. Without it everything counts as loaded, and is. */
const loaded: unknown = Reflect.get(process, 'moduleLoadList');

function isLoaded(name: string): boolean {
  return !Array.isArray(loaded) || loaded.includes(`NativeModule ${name}`);
}

function replaceFunctions(module: object | undefined): void {
  if (!module) return;
  // What a getter gives may be loaded only then, such as the promises of fs.
  for (const [name, { value, get, configurable }] of Object.entries(Object.getOwnPropertyDescriptors(module)))
    if (typeof value === 'function' || (get && configurable)) replace(module, name);
}

function replace(target: object, name: string): void {
  if (!(name in target)) return;
  // A global that is loaded at its first use would be loaded by being defined anew.
  Reflect.deleteProperty(target, name);
  Object.defineProperty(target, name, { value: refuse, configurable: false, writable: false });
}

function refuse(): never {
  throw Object.assign(new Error('A program may not do this.'), { code: 'ERR_ACCESS_DENIED' });
}
