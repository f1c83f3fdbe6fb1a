import { CallError } from '../errors/call-error.ts';
import { checkNumber, longestTimer } from '../errors/check-number.ts';
import { consumeCliAuthJwt, createCliAuthSession } from '../gen/cli-auth.ts';
import { pause } from '../runs/pause.ts';
import type { Transport } from '../transport/transport.ts';

/** How the JWT of a login is waited for. */
export interface TokenOptions {
  /** Ends the wait. */
  signal?: AbortSignal;
  /** Longest wait in milliseconds: 5 minutes unless given. */
  timeout?: number;
  /** Milliseconds between polls: 2,000 unless given. */
  poll?: number;
}

/** A login that a command-line client has begun. */
export interface Login {
  /** Give it to a logged-in client, which attaches its JWT with `attachCliAuthJwt`. */
  readonly id: string;
  /**
   * Polls until the JWT is attached, and gives it. The read consumes the JWT, so keep it.
   * @throws {LoginTimeoutError} when the timeout is over.
   */
  token(options?: TokenOptions): Promise<string>;
}

/** No JWT was attached in time, or another read consumed it. */
export class LoginTimeoutError extends CallError {
  override name = 'LoginTimeoutError';
}

/**
 * Begins the login of a command-line client. Needs no credential.
 * @throws {CallError} where the session's id isn't in its field `cli_auth_id`, whose name the interface doesn't show.
 */
export async function beginLogin(transport: Transport): Promise<Login> {
  const { cli_auth_id: id } = await createCliAuthSession(transport);
  if (!id) throw new CallError('answered without cli_auth_id', { operation: 'createCliAuthSession' });
  return { id, token: (options) => waitForToken(transport, id, options) };
}

async function waitForToken(
  transport: Transport,
  id: string,
  { signal, timeout = 300_000, poll = 2000 }: TokenOptions = {},
): Promise<string> {
  const operation = 'consumeCliAuthJwt';
  checkNumber(poll, { operation, option: 'poll', most: longestTimer });
  const deadline = performance.now() + checkNumber(timeout, { operation, option: 'timeout' });
  for (;;) {
    const jwt = await consumeCliAuthJwt(transport, id, signal ? { signal } : {});
    if (jwt) return jwt;
    const left = deadline - performance.now();
    if (left <= 0) throw new LoginTimeoutError(`gave no JWT within ${timeout} ms`, { operation });
    await pause(Math.min(left, poll), signal);
  }
}
