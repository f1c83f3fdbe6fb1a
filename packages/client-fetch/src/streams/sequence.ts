import { StreamConsumedError } from './stream-consumed-error.ts';

/** What a loop reads from. `AsyncIterableIterator` says what it returns only since TypeScript 5.6. */
export interface IterableReader<T> extends AsyncIterator<T, undefined> {
  [Symbol.asyncIterator](): IterableReader<T>;
}

/**
 * Something that comes over time: an async iterable, and the views of it. Can be read once; reading it again throws a
 * StreamConsumedError.
 */
export interface Sequence<T> extends AsyncIterable<T> {
  [Symbol.asyncIterator](): IterableReader<T>;
  /** The same as a web stream; it reads no further than its reader, and cancelling it cancels the request. */
  readable(): ReadableStream<T>;
  /** Everything, or the first `limit`; what follows is then cancelled. */
  toArray(options?: { limit?: number }): Promise<T[]>;
}

/** A sequence that also gives as many items at a time as have come. */
export interface BatchedSequence<T> extends Sequence<T> {
  /** Arrays of items as they come together: about half the cost of taking them one by one. */
  batches(): IterableReader<T[]>;
}

/** Where a sequence comes from. */
export interface Source {
  /** Whether it was cancelled from outside, so that what came is not the whole. */
  cancelled?: boolean;
}

/** Views of a source that gives arrays of items, of the operation that an error names. */
export function sequenceOf<T>(
  batches: IterableReader<T[]>,
  operation: string,
  source: Source = {},
): BatchedSequence<T> {
  let taken = false;
  const once = <View>(view: View): View => {
    if (taken) throw new StreamConsumedError(operation);
    taken = true;
    return view;
  };
  const iterator = new ItemIterator(batches);
  return {
    [Symbol.asyncIterator]: () => once(iterator),
    readable: () => readableOf(once(iterator)),
    toArray: async ({ limit = Number.POSITIVE_INFINITY } = {}) => {
      const items = await takeFrom(once(iterator), limit);
      if (source.cancelled && items.length < limit) throw new StreamConsumedError(operation);
      return items;
    },
    batches: () => once(batches),
  };
}

/** Written out, because a generator costs as much per item as parsing a short line. */
class ItemIterator<T> implements IterableReader<T> {
  readonly #batches: AsyncIterator<T[]>;
  #batch: T[] = [];
  #index = 0;
  #pulling: Promise<unknown> | undefined;

  constructor(batches: AsyncIterator<T[]>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#index < this.#batch.length && !this.#pulling) {
      return Promise.resolve({ done: false, value: this.#batch[this.#index++] as T });
    }
    // Calls that don't wait for each other get their items in order.
    const turn = (this.#pulling ?? Promise.resolve()).then(() => this.#pull());
    const settled = turn.then(forget, forget);
    this.#pulling = settled;
    settled.then(() => {
      if (this.#pulling === settled) this.#pulling = undefined;
    });
    return turn;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#batch = [];
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }

  async #pull(): Promise<IteratorResult<T, undefined>> {
    while (this.#index >= this.#batch.length) {
      const { done, value } = await this.#batches.next();
      if (done) return { done, value: undefined };
      this.#batch = value;
      this.#index = 0;
    }
    return { done: false, value: this.#batch[this.#index++] as T };
  }
}

function forget(): void {}

function readableOf<T>(iterator: IterableReader<T>): ReadableStream<T> {
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

async function takeFrom<T>(iterator: IterableReader<T>, limit: number): Promise<T[]> {
  const items: T[] = [];
  if (limit <= 0) await iterator.return?.();
  else
    for await (const item of iterator) {
      items.push(item);
      if (items.length >= limit) break;
    }
  return items;
}
