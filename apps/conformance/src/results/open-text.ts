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
 *
 * What can't be written, as on a full disk, is told when the file is closed: who is under way must come to an end first.
 */
export function openText(path: string): TextFile {
  const file = openSync(path, 'w');
  let waiting = '';
  let failure: { readonly cause: unknown } | undefined;
  const flush = (): void => {
    try {
      if (waiting !== '' && failure === undefined) writeSync(file, waiting);
    } catch (cause) {
      failure = { cause };
    }
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
      if (failure !== undefined) throw failure.cause;
    },
  };
}
