import { DescriptionError } from '../spec/description-error.ts';
import { TargetError, UsageError } from './errors.ts';

/** What to throw where a document can't be read: its server is in trouble, or who named it made a mistake. */
export function blameFor(cause: unknown): unknown {
  if (!(cause instanceof DescriptionError)) return cause;
  return cause.isUnreachable
    ? new TargetError(`${cause.message}. Is its server running? --openapi takes a file as well.`, { cause })
    : new UsageError(cause.message, { cause });
}
