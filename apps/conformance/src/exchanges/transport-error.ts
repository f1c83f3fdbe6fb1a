import { errors } from 'undici';
import type { TransportError } from './exchange.ts';

/** An exchange took longer than it may. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  /** @param limitMs how long it may take, in ms */
  constructor(limitMs: number) {
    super(`not over after ${limitMs / 1000} s`);
  }
}

/** What went wrong on the way, as it is recorded. */
export function transportErrorOf(error: unknown, at: number): TransportError {
  const message = error instanceof Error ? describe(error) : String(error);
  if (isTimeout(error)) return { kind: 'timeout', message, at };
  return { kind: isRefused(error) ? 'refused' : 'broken', message, at };
}

function describe(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
}

function isTimeout(error: unknown): boolean {
  return error instanceof TimeLimitError || error instanceof errors.ConnectTimeoutError;
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH';
}
