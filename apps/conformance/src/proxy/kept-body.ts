/** How many bytes are kept of all bodies together. */
export interface ByteBudget {
  /** Says whether there was room for so many more. */
  readonly take: (bytes: number) => boolean;
  readonly give: (bytes: number) => void;
  readonly taken: () => number;
}

export function createByteBudget(most: number): ByteBudget {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => {
      taken -= bytes;
    },
    taken: () => taken,
  };
}

/** A copy of a body that passes, as long as there is room for it. */
export interface KeptBody {
  readonly add: (piece: Buffer) => void;
  /** Gives it away, and keeps nothing more. */
  readonly take: () => TakenBody;
}

export interface TakenBody {
  /** A character for each byte; undefined where there was no room for all of it. */
  readonly text: string | undefined;
  /** How much of the budget it takes until that is given back. */
  readonly bytes: number;
}

/**
 * A piece of a body lies in a buffer of 64 KB, which would stay as long as the piece does: so it is copied, into a text
 * that goes to another thread as it is.
 *
 * @param mostBytes of this body alone; 0 for one that nobody looks at
 */
export function keepBody(budget: ByteBudget, mostBytes: number): KeptBody {
  let texts: string[] | undefined = [];
  let isOpen = true;
  let bytes = 0;
  return {
    add: (piece) => {
      if (!isOpen) return;
      if (bytes + piece.byteLength <= mostBytes && budget.take(piece.byteLength)) {
        bytes += piece.byteLength;
        texts?.push(piece.toString('latin1'));
        return;
      }
      budget.give(bytes);
      [texts, bytes, isOpen] = [undefined, 0, false];
    },
    take: () => {
      const taken = { text: texts?.join(''), bytes };
      [texts, bytes, isOpen] = [[], 0, false];
      return taken;
    },
  };
}
