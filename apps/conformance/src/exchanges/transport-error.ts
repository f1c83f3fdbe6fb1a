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

/** The end of an answer was not waited for, as a client may. */
export class HungUpError extends Error {
  override readonly name = 'HungUpError';

  constructor() {
    super('hung up in the middle of the answer');
  }
}

/** What went wrong on the way, as it is recorded. */
export function transportErrorOf(error: unknown, at: number): TransportError {
  const message = error instanceof Error ? describe(error) : String(error);
  if (isTimeout(error)) return { kind: 'timeout', message, at };
  if (error instanceof HungUpError) return { kind: 'hung-up', message, at };
  const code = codeOf(error);
  const kind = refusals.includes(code ?? '') ? 'refused' : 'broken';
  return { kind, message, at, ...(code === undefined ? {} : { code }) };
}

function describe(error: Error): string {
  return error.message === '' ? (codeOf(error) ?? error.name) : error.message;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isTimeout(error: unknown): boolean {
  return error instanceof TimeLimitError || error instanceof errors.ConnectTimeoutError;
}

/** There was not even a connection. */
const refusals: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'];
