import { looksSecret, secretName } from '../exchanges/secret-shape.ts';
import { type Captured, type HeaderList, headerIn } from './captured.ts';

/** Headers that may hold a credential, whatever a gateway calls them. */
const credentialHeader =
  /^(authorization|proxy-authorization|cookie)$|(^|-)(api-?key|key|auth|token|session|jwt|secret|password|signature)(-|$)/i;

/** What lets a caller in, as it was sent: headers and parameters of the address. */
export function credentialsIn(headers: HeaderList, url: string): readonly string[] {
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  return [
    ...headers.filter(([name]) => credentialHeader.test(name)),
    ...query.filter(([name]) => secretName.test(name)),
  ].map(([, value]) => value);
}

/** What opens a deployment, or the way to it, in an exchange. */
export interface Secrets {
  /** Hidden wherever they stand. */
  readonly everywhere: readonly string[];
  /** Short ones and plain words: hidden where they are a whole value, since names have them too. */
  readonly asValues: readonly string[];
}

export function secretsIn({ requestHeaders, url, response }: Captured): Secrets {
  const token = withoutScheme(headerIn(requestHeaders, 'authorization') ?? '');
  const sent = credentialsIn(requestHeaders, url).flatMap((value) => [
    value,
    withoutScheme(value),
    ...cookiesIn(value),
    ...halvesOfBasic(value),
  ]);
  const told = (response?.headers ?? []).flatMap(([name, value]) => toldBy(name.toLowerCase(), value));
  const all = [...new Set([...sent, ...told])].filter((one) => one !== '');
  const isStrong = (one: string): boolean => looksSecret(one) || (one === token && !isWord(one));
  return {
    everywhere: all.filter(isStrong),
    asValues: all.filter((one) => !isStrong(one) && mayBeHidden(one)),
  };
}

/** Without its scheme, as in `Bearer …`. */
export function withoutScheme(value: string): string {
  return value.replace(/^[A-Za-z]+\s+/, '').trim();
}

function cookiesIn(value: string): readonly string[] {
  return value.split(/;\s*/).map((one) => one.slice(one.indexOf('=') + 1));
}

/** Name and password stand there in base64. */
function halvesOfBasic(value: string): readonly string[] {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(value.trim()) ?? [];
  if (encoded === undefined) return [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const [name, password] = [text.slice(0, colon), text.slice(colon + 1)];
  return colon === -1 ? [] : [password, ...(looksSecret(name) ? [name] : [])];
}

/** Headers of answers that hand out a credential, or say what is due for one. */
const handsOut = /^(authorization|(proxy-)?authentication-info|(www|proxy)-authenticate)$/;

/** What an answer's header gives away. */
function toldBy(name: string, value: string): readonly string[] {
  if (name === 'set-cookie') return [cookiesIn(value)[0] ?? ''];
  if (isAddress(name)) return parametersIn(value);
  return isMaskedHeader(name) ? [value, withoutScheme(value), ...cookiesIn(value)] : [];
}

/** Whether nothing of such a header's value is kept. */
export function isMaskedHeader(name: string): boolean {
  return name === 'set-cookie' || handsOut.test(name) || secretName.test(name);
}

/** An address may have a ticket in its parameters, and leads somewhere without them too. */
export function isAddress(name: string): boolean {
  return name === 'location' || name === 'content-location';
}

function parametersIn(address: string): readonly string[] {
  const [, ...parameters] = address.split(/[?#]/);
  return parameters
    .flatMap((one) => one.split('&'))
    .flatMap((one) => decoded(one.slice(one.indexOf('=') + 1)));
}

function decoded(text: string): readonly string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

const shortestToken = 6;
const longWord = 24;

/** As in tests; to hide it everywhere would hide names. */
function isWord(token: string): boolean {
  return token.length < shortestToken || (token.length < longWord && /^[A-Za-z_-]*$/.test(token));
}

/** Words of the contract say something as values, and so do identifiers. */
const meant: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'private',
  'public',
  'null',
  'true',
  'false',
]);
const shortest = 3;
const identifier = /^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

function mayBeHidden(text: string): boolean {
  return text.length >= shortest && !meant.has(text.toLowerCase()) && !identifier.test(text);
}
