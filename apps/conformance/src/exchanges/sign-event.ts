import { createHmac } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { isRecord } from '../json/json-record.ts';

/** How a payment provider writes the HMAC-SHA-256 of an event into its header. */
export type SignatureScheme = NonNullable<NonNullable<Deployment['fixtures']['webhook']>['scheme']>;

export interface Signing {
  readonly secret: string;
  readonly scheme: SignatureScheme;
}

/** The header of an event that is signed: its value as the owner gave it, or made here where that is asked for. */
export function signatureHeader(
  signature: Readonly<Record<string, unknown>> | undefined,
  body: string,
  { deployment }: { readonly deployment: Pick<Deployment, 'fixtures'> },
): Record<string, string> {
  if (signature === undefined) return {};
  const { name, value } = signature;
  const { secret, scheme } = deployment.fixtures.webhook ?? {};
  const isOwn = isRecord(value) && secret !== undefined && scheme !== undefined;
  const told = isOwn ? signEvent(body, { secret, scheme }, Math.floor(Date.now() / 1000)) : value;
  return { [String(name)]: String(told) };
}

/**
 * The value of the signature header for an event.
 *
 * @param seconds the time of day, in seconds since 1970: one of the schemes signs it too
 */
export function signEvent(body: string, { secret, scheme }: Signing, seconds: number): string {
  const hmac = (text: string) => createHmac('sha256', secret).update(text);
  switch (scheme) {
    case 'hex':
      return hmac(body).digest('hex');
    case 'base64':
      return hmac(body).digest('base64');
    case 'sha256=hex':
      return `sha256=${hmac(body).digest('hex')}`;
    case 't=seconds,v1=hex':
      return `t=${seconds},v1=${hmac(`${seconds}.${body}`).digest('hex')}`;
  }
}
