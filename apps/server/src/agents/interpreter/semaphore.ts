import type { Interpreter } from './interpreter.ts';

/** Who wants a place. */
interface Visitor {
  /** Whose work it is. Default: an owner's of its own. */
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A number of places, and a line of those who wait for one. */
export interface Semaphore {
  /** Runs the work when there's a place. @throws the signal's reason when it gives up in the line. */
  run<Result>(work: () => Promise<Result>, visitor?: Visitor): Promise<Result>;
  running(): number;
  waiting(): number;
}

type Owner = string | symbol;

interface Waiting {
  owner: Owner;
  enter: () => void;
}

/**
 * Shares places among owners: a free one goes to the waiting owner with the fewest, and of these to the first.
 * @param ofOne how many one owner may have at once; default: all.
 */
export function createSemaphore(count: number, ofOne = count): Semaphore {
  let free = count;
  const held = new Map<Owner, number>();
  const line = new Set<Waiting>();

  const heldBy = (owner: Owner) => held.get(owner) ?? 0;

  function take(owner: Owner): void {
    free -= 1;
    held.set(owner, heldBy(owner) + 1);
  }

  function leave(owner: Owner): void {
    free += 1;
    if (heldBy(owner) > 1) held.set(owner, heldBy(owner) - 1);
    else held.delete(owner);
    letNextIn();
  }

  function letNextIn(): void {
    let next: Waiting | undefined;
    for (const waiting of line)
      if (heldBy(waiting.owner) < (next ? heldBy(next.owner) : ofOne)) next = waiting;
    if (!next || free === 0) return;
    line.delete(next);
    take(next.owner);
    next.enter();
  }

  async function enter(owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0 && heldBy(owner) < ofOne) return take(owner);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { owner, enter: resolve };
    const giveUp = () => {
      if (line.delete(waiting)) reject(signal?.reason);
    };
    line.add(waiting);
    signal?.addEventListener('abort', giveUp);
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  return {
    running: () => count - free,
    waiting: () => line.size,
    async run(work, { owner: name, signal } = {}) {
      const owner = name ?? Symbol('alone');
      await enter(owner, signal);
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}

/** The places for programs, of which one user has all but two at most. @param count default: 8. */
export function createProgramPlaces(count = 8): Semaphore {
  return createSemaphore(count, Math.max(1, count - 2));
}

/** The interpreter, for as many programs as there are places; more wait in line, until their signal takes them out. */
export function limitPrograms(interpreter: Interpreter, places: Semaphore): Interpreter {
  return (program) =>
    places.run(() => interpreter(program), { owner: program.userId, signal: program.signal });
}
