import { syncBuiltinESMExports } from 'node:module';

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
  for (const name of modules) replaceFunctions(process.getBuiltinModule(name));
  syncBuiltinESMExports();
  for (const name of processFunctions) replace(process, name);
  for (const name of ['require', 'fetch', 'WebSocket', 'EventSource', 'Worker']) replace(globalThis, name);
}

function replaceFunctions(module: object | undefined): void {
  if (!module) return;
  for (const name of Object.getOwnPropertyNames(module))
    if (typeof Object.getOwnPropertyDescriptor(module, name)?.value === 'function') replace(module, name);
}

function replace(target: object, name: string): void {
  if (!(name in target)) return;
  Object.defineProperty(target, name, { value: refuse, configurable: false, writable: false });
}

function refuse(): never {
  throw Object.assign(new Error('A program may not do this.'), { code: 'ERR_ACCESS_DENIED' });
}
