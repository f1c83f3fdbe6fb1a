import { closeSync, openSync, writeSync } from 'node:fs';

/** A file that gets a line for each value. */
export interface LineWriter {
  readonly write: (value: object) => void;
  readonly close: () => void;
}

/** So many characters are written at once at the latest. */
const mostWaiting = 2 ** 16;

/**
 * Opens a file for writing, line by line. What was handed over is in the file by the next turn of the event loop: a
 * process that is killed loses the last few lines at most, and no more than that is ever held in memory.
 */
export function writeLines(path: string): LineWriter {
  const file = openSync(path, 'w');
  let waiting = '';
  const flush = (): void => {
    if (waiting !== '') writeSync(file, waiting);
    waiting = '';
  };
  return {
    write: (value) => {
      if (waiting === '') setImmediate(flush);
      waiting += `${JSON.stringify(value)}\n`;
      if (waiting.length > mostWaiting) flush();
    },
    close: () => {
      flush();
      closeSync(file);
    },
  };
}
