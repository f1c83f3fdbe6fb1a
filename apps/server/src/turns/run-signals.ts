/** Tells those who wait for a run that something has happened in it, in whichever process. */
export interface RunSignals {
  /** To be called when what has happened is stored. */
  announce(runIds: readonly string[]): void;
  /** Hears of the run from now on, until it's closed. */
  listen(runId: string): RunListener;
}

export interface RunListener {
  /** Resolves when something has happened since the last call, or when it's closed. */
  wait(): Promise<void>;
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
  const bells = new Map<string, Set<() => void>>();

  function ring(runId: string): void {
    for (const wake of bells.get(runId) ?? []) wake();
  }

  return {
    ring,
    ringAll: () => [...bells.keys()].forEach(ring),
    announce(runIds) {
      runIds.forEach(ring);
      send(runIds);
    },
    listen(runId) {
      const ofRun = bells.get(runId) ?? new Set();
      bells.set(runId, ofRun);
      return createListener(ofRun, () => {
        if (ofRun.size === 0 && bells.get(runId) === ofRun) bells.delete(runId);
      });
    },
  };
}

function createListener(ofRun: Set<() => void>, left: () => void): RunListener {
  let hasRung = false;
  let resume: (() => void) | undefined;

  function wake(): void {
    hasRung = true;
    resume?.();
  }

  ofRun.add(wake);
  return {
    async wait() {
      if (!hasRung)
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      hasRung = false;
    },
    close() {
      ofRun.delete(wake);
      left();
      wake();
    },
  };
}
