/** How much one user may have. */
export const defaultQuotas = {
  /** Background jobs that wait or run. */
  jobs: 1_000,
  /** Runs that are kept. */
  runs: 1_000_000,
  agents: 10_000,
  keys: 10_000,
  schedules: 10_000,
  /** Studio chats, deleted ones among them. */
  chats: 100_000,
  /** Content of agents' files, of uploads and of notifications, in bytes. */
  bytes: 1024 ** 3,
  /** CLI auth sessions that one address opens within ten minutes. */
  sessions: 10_000,
};

export type Quotas = Readonly<typeof defaultQuotas>;
export type QuotaName = keyof Quotas;

/** What is counted for each user; a session has no user yet. */
export type OwnedQuota = Exclude<QuotaName, 'sessions'>;

/** Says that a user has as much as may be had. */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded';
  constructor(quota: QuotaName, limit: number) {
    super(`The quota of ${limit} ${quota} is used up.`);
  }
}

/** Work that adds to what a user has. */
export interface Addition {
  quota: OwnedQuota;
  userId: string;
  /** Default 1. */
  amount?: number;
}

export interface QuotaGuard {
  readonly limits: Quotas;
  /**
   * Does the work if the user may have what it adds.
   * @throws {QuotaExceeded} when not; then it was not begun.
   */
  within<Result>(addition: Addition, work: () => Promise<Result>): Promise<Result>;
}

/** Whether a user may have what is added; from then on it counts. */
export async function mayAdd(guard: QuotaGuard, addition: Addition): Promise<boolean> {
  try {
    await guard.within(addition, async () => {});
    return true;
  } catch (error) {
    if (error instanceof QuotaExceeded) return false;
    throw error;
  }
}

export interface QuotaGuardOptions {
  limits: Quotas;
  /** How much a user has now. */
  count: (quota: OwnedQuota, userId: string) => Promise<number>;
  /** In ms since 1970. Default: the system's clock. */
  now?: () => number;
}

interface Usage {
  counted: number;
  countedAt: number;
  /** What was added since. */
  added: number;
  /** What is being added. */
  pending: number;
  /** One is let in after the other. */
  line: Promise<unknown>;
}

// What other processes add is seen after so long.
const trustMilliseconds = 60_000;
const maximumUsers = 10_000;

/**
 * Counts in the database once a minute, and whenever a quota seems used up; in between from memory, so that the usual
 * addition costs no query.
 */
export function createQuotaGuard({ limits, count, now = Date.now }: QuotaGuardOptions): QuotaGuard {
  const usages = new Map<string, Usage>();

  function usageOf(key: string): Usage {
    const known = usages.get(key);
    if (known) return known;
    const usage = { counted: 0, countedAt: -Infinity, added: 0, pending: 0, line: Promise.resolve() };
    usages.set(key, usage);
    if (usages.size > maximumUsers) forgetOldest();
    return usage;
  }

  function forgetOldest(): void {
    for (const [key, { pending }] of usages) {
      if (pending > 0) continue;
      usages.delete(key);
      return;
    }
  }

  async function recount(usage: Usage, { quota, userId }: Addition): Promise<void> {
    // What is added meanwhile may be counted twice: rather that than not at all.
    usage.added = 0;
    usage.counted = await count(quota, userId);
    usage.countedAt = now();
  }

  /** @throws {QuotaExceeded} */
  async function admit(usage: Usage, addition: Addition): Promise<void> {
    const { quota, amount = 1 } = addition;
    const isTooMuch = () => usage.counted + usage.added + usage.pending + amount > limits[quota];
    if (isTooMuch() || now() - usage.countedAt > trustMilliseconds) await recount(usage, addition);
    if (isTooMuch()) throw new QuotaExceeded(quota, limits[quota]);
    usage.pending += amount;
  }

  return {
    limits,
    async within(addition, work) {
      const { quota, userId, amount = 1 } = addition;
      const usage = usageOf(`${quota} ${userId}`);
      const admitted = usage.line.then(() => admit(usage, addition));
      usage.line = admitted.catch(() => {});
      await admitted;
      try {
        const result = await work();
        usage.added += amount;
        return result;
      } finally {
        usage.pending -= amount;
      }
    },
  };
}
