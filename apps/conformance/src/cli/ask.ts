import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../deployment/errors.ts';

/** Asks a person, and gives the answer without the space around it; what is hidden is not shown while it is typed. */
export type Ask = (question: string, options?: { readonly hidden?: boolean }) => Promise<string>;

/**
 * Asks on a terminal. An answer that does not come, since Ctrl-C or Ctrl-D was typed instead, is a UsageError.
 */
export function createAsk(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask {
  return async (question, { hidden = false } = {}) => {
    output.write(question);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input, output: hidden ? nowhere : output, terminal: true });
    try {
      // readline erases what it did not write itself, unless it is told what stands before.
      const answered = lines.question(hidden ? '' : `\r${question}`).catch(() => undefined);
      const answer = await Promise.race([answered, once(lines, 'close').then(() => undefined)]);
      if (hidden || answer === undefined) output.write('\n');
      if (answer === undefined) throw new UsageError('Ended without an answer; nothing was written.');
      return answer.trim();
    } finally {
      lines.close();
    }
  };
}
