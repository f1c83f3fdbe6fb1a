import { openText } from './open-text.ts';

/** A file that gets a line for each value. */
export interface LineWriter {
  readonly write: (value: object) => void;
  readonly close: () => void;
}

/** Opens a file for writing, line by line. */
export function writeLines(path: string): LineWriter {
  const file = openText(path);
  return { write: (value) => file.write(`${JSON.stringify(value)}\n`), close: file.close };
}
