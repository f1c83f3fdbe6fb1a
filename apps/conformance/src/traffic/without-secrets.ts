import type { Exchange } from '../exchanges/exchange.ts';
import { issuedSecrets } from '../exchanges/issued-secrets.ts';
import { mask, type Redactor } from '../exchanges/redact.ts';
import { looksSecret, secretName } from '../exchanges/secret-shape.ts';
import { holdsSecrets } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import type { Caller, Callers } from './callers.ts';
import type { Captured, HeaderList } from './captured.ts';
import { isAddress, isMaskedHeader } from './secrets-in.ts';

const jsonWebToken = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;

interface Hiding {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly callers: Callers;
  readonly redactor: Redactor;
}

/** From now on what these bodies issued or showed is a secret; a key opens what its caller may open. */
export function hideIssued(
  { requestBody = '', response }: Captured,
  { operation: { resource }, caller, callers, redactor }: Hiding,
): void {
  const { body = '', status = 0 } = response ?? {};
  for (const [token] of `${requestBody}\n${body}`.matchAll(jsonWebToken)) redactor.hide(token);
  if (resource === undefined || !holdsSecrets(resource)) return;
  const issued = issuedSecrets(body).filter(looksSecret);
  for (const secret of issued) redactor.hide(secret);
  const [key, ...others] = issued;
  const isNewKey =
    resource.does === 'create' && resource.issues === 'API key' && status >= 200 && status < 300;
  if (!isNewKey || key === undefined || others.length > 0) return;
  redactor.hideKey(key);
  callers.gave(key, caller);
}

/** As in a run, and in addresses and headers besides: others may send secrets where this program never does. */
export function withoutSecrets(exchange: Exchange, { redactText }: Redactor): Exchange {
  const { request, response, ...others } = exchange;
  return {
    ...others,
    request: { ...request, url: redactText(publicAddress(request.url)) },
    ...(exchange.sent && { sent: { ...exchange.sent, text: redactText(exchange.sent.text) } }),
    ...(response && { response: { ...response, headers: withoutTokens(response.headers) } }),
  };
}

function publicAddress(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.hash = '';
  for (const name of new Set(url.searchParams.keys()))
    if (secretName.test(name)) url.searchParams.set(name, mask);
  return url.href;
}

function withoutTokens(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => {
    if (isAddress(name)) return [name, value.replace(/[?#].*$/s, (rest) => `${rest[0]}${mask}`)];
    return [name, isMaskedHeader(name) ? mask : value];
  });
}
