/** A field of an answer that differed between two reads with nothing in between, so that it is not compared. */
export interface MovingField {
  readonly operation: string;
  /** The names that lead there from the top, without the places in lists. */
  readonly names: readonly string[];
}

/** Each field once. */
export function joinMoving(
  one: readonly MovingField[] = [],
  other: readonly MovingField[] = [],
): { readonly moving?: readonly MovingField[] } {
  const all = new Map([...one, ...other].map((field) => [movingKey(field), field]));
  return all.size === 0 ? {} : { moving: [...all.values()] };
}

export function movingKey({ operation, names }: MovingField): string {
  return JSON.stringify([operation, ...names]);
}
