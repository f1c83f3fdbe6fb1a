import type { PlatformAnswer } from '../platform.ts';
import { Unreachable } from './unreachable.ts';

/**
 * The identifier in an answer whose fields are not shown.
 *
 * @param record one of a list; the answer's own by default
 * @throws Unreachable when there is none
 */
export function identifierOf(
  { operation, read }: Pick<PlatformAnswer, 'operation' | 'read'>,
  name: string,
  record?: unknown,
): string | number {
  const found = read(name, record);
  if ((typeof found === 'string' && found !== '') || typeof found === 'number') return found;
  throw new Unreachable(
    `the answer of ${operation} has no ${name}; openapi or bindings in the config can name its field`,
  );
}
