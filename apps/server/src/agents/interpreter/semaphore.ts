import type { Interpreter } from './interpreter.ts';

/** A number of places, and a line of those who wait for one. */
export interface Semaphore {
  /** Runs the work when there's a place. @throws the signal's reason when it gives up in the line. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

export function createSemaphore(count: number): Semaphore {
  let free = count;
  const line = new Set<() => void>();

  async function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      line.delete(resolve);
      reject(signal?.reason);
    };
    line.add(resolve);
    signal?.addEventListener('abort', giveUp);
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** The place goes to the next in the line, or is free again. */
  function leave(): void {
    const [next] = line;
    if (!next) free += 1;
    else if (line.delete(next)) next();
  }

  return {
    async run(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

const defaultMaximum = 8;

/** The interpreter, for so many programs at once; more wait in line, until their signal takes them out of it. */
export function limitPrograms(interpreter: Interpreter, maximum = defaultMaximum): Interpreter {
  const semaphore = createSemaphore(maximum);
  return (program) => semaphore.run(() => interpreter(program), program.signal);
}
