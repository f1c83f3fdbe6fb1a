import type { Exchange } from './exchange.ts';

const mask = '«secret»';

/** Takes secrets out of whatever a target answered or complained, in every encoding that one meets. */
export function createRedactor(secrets: readonly (string | undefined)[]): (exchange: Exchange) => Exchange {
  const spellings = secrets.filter((secret) => secret !== undefined && secret !== '').flatMap(spellingsOf);
  const clean = (text: string): string =>
    spellings.reduce((left, secret) => left.replaceAll(secret, mask), text);
  return (exchange) => ({
    ...exchange,
    ...(exchange.response && { response: redactResponse(exchange.response, clean) }),
    ...(exchange.fault && { fault: { ...exchange.fault, message: clean(exchange.fault.message) } }),
  });
}

function redactResponse(
  response: NonNullable<Exchange['response']>,
  clean: (text: string) => string,
): NonNullable<Exchange['response']> {
  return {
    ...response,
    headers: response.headers.map(([name, value]) => [name, clean(value)]),
    body: { ...response.body, text: clean(response.body.text) },
  };
}

function spellingsOf(secret: string | undefined): string[] {
  if (secret === undefined) return [];
  const bytes = Buffer.from(secret);
  const bearer = Buffer.from(`Bearer ${secret}`);
  const encoded = [bytes, bearer].flatMap((one) => [
    one.toString('base64').replace(/=+$/, ''),
    one.toString('base64url'),
  ]);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    ...encoded,
  ];
}
