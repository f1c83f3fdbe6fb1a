import { ServiceError } from './service-error.ts';

export interface RateLimitOptions {
  /** Units per window and user: a request costs 1, a record 4. */
  limit: number;
  /** Seconds. */
  window: number;
}

interface Spent {
  units: number;
  /** Unix seconds at which the count starts again. */
  reset: number;
}

/** Counts what each user spends. The counts live in this process only. */
export function createRateLimit({ limit, window }: RateLimitOptions, now: () => number) {
  const users = new Map<string, Spent>();
  function current(user: string): Spent {
    const found = users.get(user);
    if (found && found.reset > now()) return found;
    const fresh = { units: 0, reset: Math.ceil(now() + window) };
    users.set(user, fresh);
    return fresh;
  }
  return {
    /** @throws {ServiceError} when nothing is left. */
    admit(user: string): void {
      if (current(user).units < limit) return;
      const message = 'Too many requests. Wait until X-Ratelimit-Reset, a moment in Unix seconds.';
      throw new ServiceError({ status: 429, code: 'ratelimited', message });
    },
    spend(user: string, records: number): void {
      current(user).units += 1 + 4 * records;
    },
    headers(user: string): Record<string, string> {
      const { units, reset } = current(user);
      return {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - units)),
        'x-ratelimit-reset': String(reset),
      };
    },
  };
}
