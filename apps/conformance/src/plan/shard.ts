/** One of several runs that together drive what one run would: `at` counts from 1. */
export interface Shard {
  readonly at: number;
  readonly of: number;
}

/** What falls to a shard: every n-th item, so that the large ones spread. */
export function inShard<Item>(items: readonly Item[], shard: Shard | undefined): readonly Item[] {
  return shard === undefined ? items : items.filter((_, index) => index % shard.of === shard.at - 1);
}
