/** Takes items one by one and hands them on in batches, one batch at a time. */
export interface BatchQueue<Item> {
  /** How many items wait for the next batch. */
  readonly waiting: number;
  add(item: Item): void;
  /** Resolves when all items are handed on; rejects with the first failure, after which no more are taken. */
  drained(): Promise<void>;
}

export interface BatchQueueOptions<Item> {
  /** Takes the items that have gathered while the last batch was under way. */
  work(batch: readonly Item[]): Promise<void>;
  /** How many of the waiting items make the next batch. Default: all. */
  count?(waiting: readonly Item[]): number;
  /** Waited for before the first batch, in which more may gather. Default: nothing. */
  begin?(): Promise<void>;
}

export function createBatchQueue<Item>({
  work,
  count = ({ length }) => length,
  begin,
}: BatchQueueOptions<Item>) {
  const waiting: Item[] = [];
  let working: Promise<void> | undefined;

  async function workOff(): Promise<void> {
    await begin?.();
    while (waiting.length > 0) await work(waiting.splice(0, count(waiting)));
    working = undefined;
  }

  return {
    get waiting() {
      return waiting.length;
    },
    add(item) {
      waiting.push(item);
      if (working) return;
      working = workOff();
      // A failure reaches the caller of `drained`; until then it must not count as unhandled.
      working.catch(() => {});
    },
    drained: async () => await working,
  } satisfies BatchQueue<Item>;
}
