/** A number of places, and a line of those who wait for one. */
export interface Slots {
  /** Runs the work when there's a place. @throws the signal's reason when it gives up in the line. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

export function createSlots(count: number): Slots {
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
