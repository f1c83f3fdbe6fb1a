import { UsageError } from './errors.ts';

/** A package that is installed only by those who need it. */
export interface OptionalPackage {
  readonly name: string;
  /** The beginning of a sentence, such as "The embedded reference deployment". */
  readonly what: string;
  /** What to do instead, as a sentence. */
  readonly instead?: string;
}

/** Says in one sentence which command installs what is missing. */
export function missingPackage({ name, what, instead }: OptionalPackage, cause: unknown): UsageError {
  const command = `npm install @agent-workers/conformance ${name}`;
  const sentence = `${what} needs ${name}, which is not installed: ${command}`;
  return new UsageError(instead === undefined ? sentence : `${sentence} (${instead})`, { cause });
}
