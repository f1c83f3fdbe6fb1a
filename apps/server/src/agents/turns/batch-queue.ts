/** Takes items one by one and hands them on in batches, one batch at a time. */
export interface BatchQueue<Item> {
  add(item: Item): void;
  /** Resolves when all items are handed on; rejects with the first failure, after which no more are taken. */
  drained(): Promise<void>;
}

export interface BatchQueueOptions<Item> {
  /** Takes the items that have gathered while the last batch was under way. */
  work(batch: readonly Item[]): Promise<void>;
  /** How many of the waiting items make the next batch. Default: all. */
  count?(waiting: readonly Item[]): number;
}

export function createBatchQueue<Item>({ work, count = ({ length }) => length }: BatchQueueOptions<Item>) {
  const waiting: Item[] = [];
  let working: Promise<void> | undefined;

  async function workOff(): Promise<void> {
    while (waiting.length > 0) await work(waiting.splice(0, count(waiting)));
    working = undefined;
  }

  return {
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
