import { UsageError } from './errors.ts';

/** As the client of HTTP has it, which would blame the connection. */
const unsendable = /[^\t\u0020-\u007e\u0080-\u00ff]/u;

/**
 * A secret as a header takes it: without the line's end that files and shells leave behind it.
 *
 * @param name what it is and where it comes from
 * @throws UsageError that never shows it, where it has what no header may have
 */
export function sendable(secret: string, name: string): string {
  const trimmed = secret.trimEnd();
  if (trimmed === '' && secret !== '') throw new UsageError(`${name} holds nothing but white space.`);
  const [wrong] = unsendable.exec(trimmed) ?? [];
  if (wrong === undefined) return trimmed;
  const code = wrong.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  throw new UsageError(
    `${name} can't be sent: it has the character U+${code} in it, which no header may have. Give it on one line and without that character; it is not shown here.`,
  );
}
