/** Holds background jobs back before they run, so that tests decide when a job ends. */
export interface JobGate {
  /** Holds the jobs of a user, or of all users, that have not begun. */
  hold(userId?: string): void;
  /** Lets them run. Without a user: all that are held, for whatever reason. */
  release(userId?: string): void;
  /** Resolves when the user's job may run. @throws the signal's reason. */
  pass(userId: string, signal: AbortSignal): Promise<void>;
}

const allUsers = '*';

export function createJobGate(): JobGate {
  const holds = new Map<string, PromiseWithResolvers<void>>();

  function end(key: string): void {
    holds.get(key)?.resolve();
    holds.delete(key);
  }

  return {
    hold(userId = allUsers) {
      if (!holds.has(userId)) holds.set(userId, Promise.withResolvers());
    },
    release(userId) {
      for (const key of userId === undefined ? [...holds.keys()] : [userId]) end(key);
    },
    async pass(userId, signal) {
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const giveUp = () => reject(signal.reason);
      signal.addEventListener('abort', giveUp);
      try {
        signal.throwIfAborted();
        for (let hold = find(userId); hold; hold = find(userId)) await Promise.race([hold.promise, aborted]);
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
  };

  function find(userId: string): PromiseWithResolvers<void> | undefined {
    return holds.get(allUsers) ?? holds.get(userId);
  }
}
