import { closeSync, openSync, writeSync } from 'node:fs';

/** A file that is written piece by piece. */
export interface TextFile {
  readonly write: (piece: string) => void;
  readonly close: () => void;
}

/** So many characters are written at once at the latest. */
const mostWaiting = 2 ** 14;

/**
 * Opens a file for writing. What was handed over is in the file by the next turn of the event loop: a process that is
 * killed loses the last few pieces at most, and no more than that is ever held in memory. A stream would keep a buffer
 * of each piece until the next collection of garbage.
 */
export function openText(path: string): TextFile {
  const file = openSync(path, 'w');
  let waiting = '';
  const flush = (): void => {
    if (waiting !== '') writeSync(file, waiting);
    waiting = '';
  };
  return {
    write: (piece) => {
      if (waiting === '') setImmediate(flush);
      waiting += piece;
      if (waiting.length > mostWaiting) flush();
    },
    close: () => {
      flush();
      closeSync(file);
    },
  };
}
