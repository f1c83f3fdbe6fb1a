import type { QuickJSContext } from 'quickjs-emscripten';
import type { JobOutcome } from '../../domain/program.ts';
import { createToJson, defineConsole, defineSleep } from './globals.ts';
import { type InterpreterLimits, stoppedAfter } from './interpreter.ts';

/** A program for a context that is ready, and how long it may take. */
export interface Script {
  code: string;
  limits: InterpreterLimits;
}

/**
 * Runs JavaScript in QuickJS inside WebAssembly, where there is no file, network or process to reach. The code may
 * `await`, and `return` its result; without `return` the last expression is the result. Besides the language it has
 * `console.log` and `sleep(milliseconds)`.
 */
export async function evaluate(context: QuickJSContext, { code, limits }: Script): Promise<JobOutcome> {
  const printed = createPrinter(limits.outputCharacters);
  const deadline = Date.now() + limits.wallClockMilliseconds;
  const isLate = () => Date.now() > deadline;
  let wasStopped = false;
  try {
    context.runtime.setInterruptHandler(() => (wasStopped ||= isLate()));
    defineConsole(context, printed.print);
    defineSleep(context);
    const result = await run(context, code);
    if (result && result.length > limits.outputCharacters) throw new Error('The result is too large.');
    return { status: 'succeeded', result: result && JSON.parse(result), output: printed.text() };
  } catch (error) {
    const message = wasStopped ? stoppedAfter(limits) : describe(error).slice(0, limits.outputCharacters);
    return { status: 'failed', error: message, output: printed.text() };
  }
}

// QuickJS's own flags: the library's options have no name for a script with top-level await.
const asyncScript = 1 << 7;
const compileOnly = 1 << 5;

/** @returns the result as JSON text; undefined when there is none. */
async function run(context: QuickJSContext, code: string): Promise<string | undefined> {
  const completion = context.unwrapResult(
    context.evalCode(toScript(context, code), 'program.js', asyncScript),
  );
  const settled = context.resolvePromise(completion);
  context.unwrapResult(context.runtime.executePendingJobs());
  const last = context.getProp(context.unwrapResult(await settled), 'value');
  const result = context.resolvePromise(last);
  context.unwrapResult(context.runtime.executePendingJobs());
  return createToJson(context)(context.unwrapResult(await result));
}

/** A script can't `return`; code that does is taken for the body of a function. */
function toScript(context: QuickJSContext, code: string): string {
  const compiled = context.evalCode(code, 'program.js', asyncScript | compileOnly);
  return compiled.error ? `(async () => {${code}\n})()` : code;
}

function createPrinter(maximum: number) {
  let text = '';
  return {
    print: (line: string) => {
      if (text.length < maximum) text = `${text}${text && '\n'}${line}`.slice(0, maximum);
    },
    text: () => text,
  };
}

/** QuickJS wraps what was thrown in an error of its own and keeps the original as its cause. */
function describe(error: unknown): string {
  const thrown = error instanceof Error && error.cause ? error.cause : error;
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { name, message } = thrown as { name?: unknown; message?: unknown };
  return message === undefined ? JSON.stringify(thrown) : `${name ?? 'Error'}: ${message}`;
}
