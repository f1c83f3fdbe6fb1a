import type { IterableReader } from './sequence.ts';

/** What some input gives: the values before the first broken one, and what is wrong with that. */
export interface Decoded<T> {
  values: T[];
  error?: Error;
}

/** Turns inputs into values, some of which only the end of the input completes. */
export interface Decoder<Input, T> {
  push(input: Input): Decoded<T> | Promise<Decoded<T>>;
  end(): Decoded<T>;
}

/** A source that is decoded as it is read. Written out: a generator that never began would not hang up. */
export class Batches<Input, T> implements IterableReader<T[]> {
  readonly #source: AsyncIterator<Input>;
  readonly #decoder: Decoder<Input, T>;
  #error: Error | undefined;
  #ended = false;

  constructor(source: AsyncIterable<Input>, decoder: Decoder<Input, T>) {
    this.#source = source[Symbol.asyncIterator]();
    this.#decoder = decoder;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<T[], undefined>> {
    while (!this.#ended && !this.#error) {
      const { done, value } = await this.#source.next();
      this.#ended = done === true;
      const { values, error } = done ? this.#decoder.end() : await this.#decoder.push(value);
      this.#error = error;
      if (values.length > 0) return { done: false, value: values };
    }
    if (!this.#error) return { done: true, value: undefined };
    await this.#source.return?.();
    throw this.#error;
  }

  async return(): Promise<IteratorResult<T[], undefined>> {
    this.#ended = true;
    await this.#source.return?.();
    return { done: true, value: undefined };
  }
}
