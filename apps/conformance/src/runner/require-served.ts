import type { Connection } from '../deployment/connection.ts';
import { TargetError, type Whose } from '../deployment/errors.ts';
import { type Exchange, succeeded, type TransportError } from '../exchanges/exchange.ts';

interface Asked {
  readonly address: string;
  /** How it is reached; plainly without it. */
  readonly connection: Connection | undefined;
  readonly credential: string;
  readonly asked: string;
  /** What to say of a 404. */
  readonly unknown: string;
}

/** Whether it was answered as it was meant to be, to the end. */
export function isServed(exchange: Exchange): boolean {
  return succeeded(exchange) && exchange.transportError === undefined;
}

/**
 * Without an exchange the run was stopped before its first request, for which the target is not responsible.
 *
 * @throws TargetError with what to do, when the plainest request was not served
 */
export function requireServed(exchange: Exchange | undefined, asked: Asked): void {
  if (exchange === undefined || isServed(exchange)) return;
  throw new TargetError(explain(exchange, asked), { whose: responsibleFor(exchange) });
}

function explain({ transportError, response }: Exchange, asked: Asked): string {
  const { address, credential } = asked;
  if (response === undefined || transportError !== undefined) return explainTrouble(transportError, asked);
  const { status } = response;
  if (status === 401 || status === 403)
    return `${address} refused the ${credential} with status ${status}. Is it the right one?`;
  return status === 404
    ? asked.unknown
    : `${address} answered ${asked.asked} with status ${status}, so it can't be judged.`;
}

function explainTrouble(error: TransportError | undefined, { address, connection }: Asked): string {
  const { message = 'no answer', kind, code = '' } = error ?? {};
  const { http, https } = connection?.proxies ?? {};
  const who = http === undefined && https === undefined ? 'Is the deployment' : 'Are it and the proxy';
  if (kind === 'refused') return `No answer at ${address} (${message}). ${who} running?`;
  if (kind === 'timeout') return `${address} did not answer in time (${message}); see --timeout.`;
  return `${address} broke the connection (${message}).${adviceFor(code)}`;
}

/** As OpenSSL says that nobody who is trusted vouches for a certificate. */
const unknownAuthorities: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

function adviceFor(code: string): string {
  if (unknownAuthorities.includes(code)) return ' --ca FILE names an authority to trust.';
  return /^ERR_SSL_.*ALERT/.test(code)
    ? ' It may want a client certificate: --cert FILE and --key FILE.'
    : '';
}

/** What is refused or unknown was configured so; all else is the target's doing. */
function responsibleFor({ response, transportError }: Exchange): Whose {
  if (transportError !== undefined || response === undefined) return 'target';
  return [401, 403, 404].includes(response.status) ? 'set-up' : 'target';
}
