import { observe } from '../../platform/telemetry/observe.ts';
import type { Interpreter } from './interpreter.ts';

/** The interpreter, with a span and a measurement for each program that it runs. */
export function observePrograms(interpreter: Interpreter): Interpreter {
  const observed = {
    name: 'program',
    duration: 'agent_workers.program.duration',
    sentence: 'A program ended.',
  };
  return (program) =>
    observe(observed, async (labels) => {
      labels.language = program.language;
      const outcome = await interpreter(program);
      labels.outcome = outcome.status;
      return outcome;
    });
}
