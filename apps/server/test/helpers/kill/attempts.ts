/** One thing that a client does. */
export interface Attempt {
  /** Whether a process was killed while it was under way, so that it may have met its end. */
  wasCut: boolean;
}

/** It failed, as it may: it was under way when a process was killed. */
class CutOff extends Error {}

/** What clients have under way, and what of it a kill may cut off. */
export interface Attempts {
  /** @throws {CutOff} for a failure that is forgiven, and any other failure as it is. */
  run<Result>(work: (attempt: Attempt) => Promise<Result>): Promise<Result>;
  /** What is under way while a process is killed may fail; what begins when it is gone may not. */
  during(kill: () => Promise<void>): Promise<void>;
}

export function createAttempts(): Attempts {
  const open = new Set<Attempt>();
  let isKilling = false;
  return {
    async run(work) {
      const attempt = { wasCut: isKilling };
      open.add(attempt);
      try {
        return await work(attempt);
      } catch (cause) {
        throw attempt.wasCut ? new CutOff('It was cut off.', { cause }) : cause;
      } finally {
        open.delete(attempt);
      }
    },
    async during(kill) {
      isKilling = true;
      for (const attempt of open) attempt.wasCut = true;
      await kill();
      isKilling = false;
    },
  };
}

/** Does something again and again; what was cut off is begun anew. */
export async function repeat(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted)
    await step().catch((error: unknown) => {
      if (!(error instanceof CutOff)) throw error;
    });
}
