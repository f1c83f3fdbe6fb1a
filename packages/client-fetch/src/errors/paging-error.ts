import { CallError } from './call-error.ts';

/** A list can't be followed: a page isn't what a page looks like, or its cursor leads back. */
export class PagingError extends CallError {
  override name = 'PagingError';
  /** What opened the page that failed; undefined for the first. */
  declare readonly cursor: string | undefined;

  constructor(problem: string, details: { operation: string; cursor: string | undefined }) {
    super(problem, details);
  }
}
