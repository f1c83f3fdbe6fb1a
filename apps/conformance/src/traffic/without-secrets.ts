import type { Exchange } from '../exchanges/exchange.ts';
import { issuedSecrets } from '../exchanges/issued-secrets.ts';
import { mask, type Redactor } from '../exchanges/redact.ts';
import type { Operation } from '../spec/spec.ts';
import type { Captured, HeaderList } from './captured.ts';
import { looksSecret, secretName } from './secret-shape.ts';

/** From now on what these bodies issued or showed is a secret. */
export function hideSecrets(
  { requestBody = '', response }: Captured,
  { resource }: Operation,
  redactor: Redactor,
): void {
  const { body = '' } = response ?? {};
  for (const [token] of `${requestBody}\n${body}`.matchAll(jsonWebToken)) redactor.hide(token);
  const holdsSecret =
    resource?.issues !== undefined || resource?.family.fields.some(({ secret }) => secret !== undefined);
  if (holdsSecret) for (const secret of issuedSecrets(body).filter(looksSecret)) redactor.hide(secret);
}

const jsonWebToken = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;

/** As in a run, and in addresses and headers besides: others may send secrets where this program never does. */
export function withoutSecrets(exchange: Exchange, { redact, redactText }: Redactor): Exchange {
  const { request, response, ...others } = redact(exchange);
  return {
    ...others,
    request: { ...request, url: redactText(publicAddress(request.url)) },
    ...(exchange.sent && { sent: { ...exchange.sent, text: redactText(exchange.sent.text) } }),
    ...(response && { response: { ...response, headers: withoutCookies(response.headers) } }),
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

function withoutCookies(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => [
    name,
    name === 'set-cookie' || secretName.test(name) ? mask : value,
  ]);
}
