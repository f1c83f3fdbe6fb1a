import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten';

/** Gives a program `console.log` and its siblings. */
export function defineConsole(context: QuickJSContext, print: (line: string) => void): void {
  const console = context.newObject();
  const log = context.newFunction('log', (...parts) =>
    print(parts.map((part) => show(context, part)).join(' ')),
  );
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) context.setProp(console, name, log);
  context.setProp(context.global, 'console', console);
}

/** Gives a program `sleep(milliseconds)`, a promise. */
export function defineSleep(context: QuickJSContext): void {
  const sleep = context.newFunction('sleep', (milliseconds) => {
    const promise = context.newPromise();
    setTimeout(() => {
      promise.resolve(context.undefined);
      context.runtime.executePendingJobs();
    }, context.getNumber(milliseconds));
    return promise.handle;
  });
  context.setProp(context.global, 'sleep', sleep);
}

function show(context: QuickJSContext, part: QuickJSHandle): string {
  const value: unknown = context.dump(part);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
