import { once } from 'node:events';

/** Tells those who wait for a run that something has happened in it, in whichever process. */
export interface RunSignals {
  /** To be called when what has happened is stored. */
  announce(runIds: readonly string[]): void;
  /** Hears of the run from now on, until it's closed. */
  listen(runId: string): RunListener;
}

export interface RunListener {
  /**
   * Resolves when something has happened since the last call, or after so many milliseconds.
   * @throws the signal's reason.
   */
  wait(atMost: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Where announcements of other processes come in. */
export interface RunBells {
  ring(runId: string): void;
  /** Some announcements may not have come through: everybody had better look. */
  ringAll(): void;
}

/** @param send takes announcements to the other processes. */
export function createRunSignals(send: (runIds: readonly string[]) => void): RunSignals & RunBells {
  const bells = new Map<string, Set<EventTarget & { rung: boolean }>>();

  function ring(runId: string): void {
    for (const bell of bells.get(runId) ?? []) {
      bell.rung = true;
      bell.dispatchEvent(new Event('ring'));
    }
  }

  return {
    ring,
    ringAll: () => [...bells.keys()].forEach(ring),
    announce(runIds) {
      runIds.forEach(ring);
      send(runIds);
    },
    listen(runId) {
      const bell = Object.assign(new EventTarget(), { rung: false });
      const ofRun = bells.get(runId) ?? new Set();
      bells.set(runId, ofRun.add(bell));
      return {
        async wait(atMost, signal) {
          signal.throwIfAborted();
          if (!bell.rung) await ringOrTime(bell, atMost, signal);
          bell.rung = false;
        },
        close() {
          ofRun.delete(bell);
          if (ofRun.size === 0 && bells.get(runId) === ofRun) bells.delete(runId);
        },
      };
    },
  };
}

async function ringOrTime(bell: EventTarget, atMost: number, signal: AbortSignal): Promise<void> {
  const timer = setTimeout(() => bell.dispatchEvent(new Event('ring')), atMost);
  try {
    await once(bell, 'ring', { signal });
  } finally {
    clearTimeout(timer);
  }
}
