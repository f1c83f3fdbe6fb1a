import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { UserError } from '../platform/errors.ts';

/**
 * Resolves when standard input ends, as it does when the process at its other end dies.
 * @throws {UserError} where it has no other end, such as /dev/null: nothing would ever be heard of the parent.
 */
export function parentGone(input: NodeJS.ReadStream & { fd: number } = process.stdin): Promise<void> {
  const kind = fstatSync(input.fd);
  if (!kind.isFIFO() && !kind.isSocket() && !isatty(input.fd))
    throw new UserError(
      '--exit-with-parent needs a pipe as standard input, which the parent holds open; here it is a file or /dev/null. Leave the option out, or start the server with a pipe.',
    );
  const { promise, resolve } = Promise.withResolvers<void>();
  input.once('close', resolve).resume();
  return promise;
}
