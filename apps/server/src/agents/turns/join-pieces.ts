const piecesTogether = 256;

/** A text that comes in very many pieces, kept as few: each string takes many times the memory of a word. */
export interface Pieces {
  add(piece: string): void;
  /** @returns all of it, and forgets it. */
  take(): string;
}

export function joinPieces(): Pieces {
  const joined: string[] = [];
  let pieces: string[] = [];
  return {
    add(piece) {
      pieces.push(piece);
      if (pieces.length < piecesTogether) return;
      joined.push(pieces.join(''));
      pieces = [];
    },
    take: () => [...joined.splice(0), ...pieces.splice(0)].join(''),
  };
}
