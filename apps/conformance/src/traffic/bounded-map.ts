/** A map that holds so many entries at the most: with one more, the oldest is forgotten. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #onForgotten: () => void;

  constructor(most: number, onForgotten: () => void = () => {}) {
    super();
    this.#most = most;
    this.#onForgotten = onForgotten;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size <= this.#most) return this;
    for (const oldest of this.keys()) {
      this.delete(oldest);
      break;
    }
    this.#onForgotten();
    return this;
  }
}
