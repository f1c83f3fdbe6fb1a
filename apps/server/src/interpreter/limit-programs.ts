import type { Interpreter } from './interpreter.ts';
import { createSlots } from './slots.ts';

const defaultMaximum = 8;

/** The interpreter, for so many programs at once; more wait in line, until their signal takes them out of it. */
export function limitPrograms(interpreter: Interpreter, maximum = defaultMaximum): Interpreter {
  const slots = createSlots(maximum);
  return (program) => slots.run(() => interpreter(program), program.signal);
}
