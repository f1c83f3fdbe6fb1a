import type { JobOutcome } from '../../domain/program.ts';
import type { Interpreter } from './interpreter.ts';
import { createSemaphore, LineIsFull, type Semaphore } from './semaphore.ts';

const waitingOfOne = 100;

/** The places for programs, of which one user has all but two at most. @param count default: 8. */
export function createProgramPlaces(count = 8): Semaphore {
  return createSemaphore({ count, ofOne: Math.max(1, count - 2), waitingOfOne });
}

/** The interpreter, for as many programs as there are places; more wait in line, until their signal takes them out. */
export function limitPrograms(interpreter: Interpreter, places: Semaphore): Interpreter {
  return async (program) => {
    const { userId: owner, signal } = program;
    try {
      return await places.run(() => interpreter(program), { owner, signal });
    } catch (error) {
      if (error instanceof LineIsFull) return tooMany;
      throw error;
    }
  };
}

const tooMany: JobOutcome = {
  status: 'failed',
  error: `${waitingOfOne} of your programs wait for a place already. Try again when some of them have ended.`,
  output: '',
};
