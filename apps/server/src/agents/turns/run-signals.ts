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
export interface RunNotifier {
  notify(runId: string): void;
  /** Some announcements may not have come through: all listeners look. */
  notifyAll(): void;
}

/** @param send takes announcements to the other processes. */
export function createRunSignals(send: (runIds: readonly string[]) => void): RunSignals & RunNotifier {
  const listeners = new Map<string, Set<() => void>>();

  function notify(runId: string): void {
    for (const wake of listeners.get(runId) ?? []) wake();
  }

  return {
    notify,
    notifyAll: () => [...listeners.keys()].forEach(notify),
    announce(runIds) {
      runIds.forEach(notify);
      send(runIds);
    },
    listen(runId) {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun);
      return createListener(ofRun, () => {
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
      });
    },
  };
}

function createListener(ofRun: Set<() => void>, left: () => void): RunListener {
  let isNotified = false;
  let resume: (() => void) | undefined;

  function wake(): void {
    isNotified = true;
    resume?.();
  }

  ofRun.add(wake);
  return {
    async wait() {
      if (!isNotified)
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      isNotified = false;
    },
    close() {
      ofRun.delete(wake);
      left();
      wake();
    },
  };
}
