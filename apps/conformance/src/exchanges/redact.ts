import type { Exchange } from './exchange.ts';
import { createMasks, type Masks, partMask } from './mask-texts.ts';

export const mask = '«secret»';

/** What stands for a token that a target gave away, and that was not sent to it. */
export const issuedMask = '«issued secret»';

/** What a secret that a target gave away is replaced by; the same secret always by the same mask. */
const keyMask = /«key \d+»/;

type Headers = NonNullable<Exchange['response']>['headers'];

export interface Redactor {
  readonly redact: (exchange: Exchange) => Exchange;
  /** The same for a text that somebody else made of what was answered. */
  readonly redactText: (text: string) => string;
  /** From now on this value is a secret too. */
  readonly hide: (secret: string) => void;
  /** The same of a token that the target issued: whether it is one that was known can be told from its mask. */
  readonly hideIssued: (token: string) => void;
  /** This is the value of a key that the target issued; where it shows again can be told from its mask. */
  readonly hideKey: (key: string) => void;
}

/**
 * Takes secrets out of whatever was sent, answered or complained, in every encoding that one meets.
 *
 * @param secrets what is known from the beginning, and never forgotten
 * @param learned keeps what turns out to be a secret later; the same place by default
 */
export function createRedactor(secrets: readonly (string | undefined)[], learned?: Masks): Redactor {
  const given = createMasks();
  for (const secret of secrets)
    if (secret !== undefined && secret !== '')
      for (const spelling of spellingsOf(secret)) given.set(spelling, mask);
  const masks = learned === undefined ? given : joinMasks(given, learned);
  let keys = 0;
  const hideAs = (secret: string, replacement: string): void => {
    for (const spelling of spellingsOf(secret)) masks.set(spelling, replacement);
  };
  return {
    hide: (secret) => {
      if (masks.get(secret) === undefined) hideAs(secret, mask);
    },
    hideIssued: (token) => {
      const isKnown = masks.get(token) !== undefined || masks.apply(token) === partMask;
      if (!isKnown) hideAs(token, issuedMask);
    },
    hideKey: (key) => {
      if (masks.get(key)?.match(keyMask)) return;
      keys += 1;
      hideAs(key, `«key ${keys}»`);
    },
    redactText: masks.apply,
    redact: (exchange) => ({
      ...exchange,
      request: redactRequest(exchange.request, masks.apply),
      ...(exchange.response && { response: redactResponse(exchange.response, masks.apply) }),
      ...(exchange.transportError && {
        transportError: { ...exchange.transportError, message: masks.apply(exchange.transportError.message) },
      }),
    }),
  };
}

function joinMasks(given: Masks, learned: Masks): Masks {
  return {
    set: learned.set,
    get: (text) => given.get(text) ?? learned.get(text),
    apply: (text) => learned.apply(given.apply(text)),
  };
}

/** Whether a recorded text held a key that the target had issued. */
export function holdsIssuedKey(text: string): boolean {
  return keyMask.test(text);
}

function redactRequest(request: Exchange['request'], clean: (text: string) => string): Exchange['request'] {
  return request.body === undefined ? request : { ...request, body: clean(request.body) };
}

function redactResponse(
  response: NonNullable<Exchange['response']>,
  clean: (text: string) => string,
): NonNullable<Exchange['response']> {
  return {
    ...response,
    headers: redactHeaders(response.headers, clean),
    body: { ...response.body, text: clean(response.body.text) },
  };
}

/** Most headers hold no secret, which one look at all of them tells. */
function redactHeaders(headers: Headers, clean: (text: string) => string): Headers {
  const all = headers.map(([, value]) => value).join('\n');
  return clean(all) === all ? headers : headers.map(([name, value]) => [name, clean(value)]);
}

function spellingsOf(secret: string): string[] {
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
