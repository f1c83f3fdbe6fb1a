import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten';

const stringify = `(value) => JSON.stringify(value, (key, part) =>
  typeof part === 'bigint' || typeof part === 'function' || typeof part === 'symbol' ? String(part) : part)`;

/** Turns values of a context into JSON text; undefined for what JSON has no word for, such as undefined itself. */
export function createToJson(context: QuickJSContext): (value: QuickJSHandle) => string | undefined {
  const asJson = context.unwrapResult(context.evalCode(stringify));
  return (value) => {
    const text = context.unwrapResult(context.callFunction(asJson, context.undefined, value));
    const json = context.typeof(text) === 'string' ? context.getString(text) : undefined;
    text.dispose();
    return json;
  };
}

/** Gives a program `console.log` and its siblings. */
export function defineConsole(context: QuickJSContext, print: (line: string) => void): void {
  const console = context.newObject();
  const toJson = createToJson(context);
  // As JSON, because QuickJS hands over a text only up to its first NUL.
  const show = (part: QuickJSHandle): string => {
    try {
      const json = toJson(part) ?? 'undefined';
      return json.startsWith('"') ? JSON.parse(json) : json;
    } catch {
      // A circle, for example.
      return String(context.dump(part));
    }
  };
  const log = context.newFunction('log', (...parts) => print(parts.map((part) => show(part)).join(' ')));
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) context.setProp(console, name, log);
  context.setProp(context.global, 'console', console);
}

// A longer one would end at once; programs end sooner than this.
const longestTimer = 2 ** 31 - 1;

/** Gives a program `sleep(milliseconds)`, a promise. */
export function defineSleep(context: QuickJSContext): void {
  const sleep = context.newFunction('sleep', (milliseconds) => {
    const promise = context.newPromise();
    setTimeout(
      () => {
        promise.resolve(context.undefined);
        context.runtime.executePendingJobs();
      },
      Math.min(context.getNumber(milliseconds), longestTimer),
    );
    return promise.handle;
  });
  context.setProp(context.global, 'sleep', sleep);
}
