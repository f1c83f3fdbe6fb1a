import type { Interpreter } from './interpreter.ts';
import { startJavascriptSandbox } from './javascript-sandbox.ts';
import { foregroundLimits } from './limits.ts';
import { runInSandbox } from './run-in-sandbox.ts';
import { createSlots } from './slots.ts';
import { createSpare } from './spare.ts';

/** Runs programs in processes of this machine, each in one of its own. */
export interface LocalInterpreter {
  run: Interpreter;
  /** Makes a process ready before anybody has a program for it. */
  warmUp(): void;
  /** Ends the process that is ready; those that run a program end with their signal. */
  close(): void;
}

/** How many programs run at once by default; more wait in line. */
const defaultMaximumPrograms = 8;

export function createLocalInterpreter({ maximumPrograms = defaultMaximumPrograms } = {}): LocalInterpreter {
  const slots = createSlots(maximumPrograms);
  const { memoryBytes } = foregroundLimits;
  const spare = createSpare(() => startJavascriptSandbox(memoryBytes));
  const take = (bytes: number) => (bytes === memoryBytes ? spare.take() : startJavascriptSandbox(bytes));
  return {
    run: (program) =>
      slots.run(() => runInSandbox(take(program.limits.memoryBytes), program), program.signal),
    warmUp: spare.prepare,
    close: spare.close,
  };
}
