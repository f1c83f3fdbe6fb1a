/** Headers as Node gives and takes them: name and value in turn. */
export type RawHeaders = readonly string[];

/** Belong to one connection and not to the message (RFC 9110, 7.6.1). */
const hops = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade']);

/** How a request body is framed has to be said, since some methods usually have none. */
const requestHops = new Set([...hops, 'host']);
const responseHops = new Set([...hops, 'transfer-encoding']);

/** Headers that the way to a target adds; a client's own of the same name gives way. */
export interface AddedHeaders {
  readonly raw: RawHeaders;
  /** In lower case. */
  readonly names: ReadonlySet<string>;
}

export function addedHeaders(pairs: readonly (readonly [name: string, value: string])[]): AddedHeaders {
  return { raw: pairs.flat(), names: new Set(pairs.map(([name]) => name.toLowerCase())) };
}

export function toTarget(raw: RawHeaders, added: AddedHeaders): string[] {
  return [...without(raw, requestHops, added.names), ...added.raw];
}

/** What goes back to the client; only a body in chunks has trailers. */
export function toClient(raw: RawHeaders, isChunked: boolean): string[] {
  return without(raw, responseHops, isChunked ? none : trailer);
}

const none: ReadonlySet<string> = new Set();
const trailer: ReadonlySet<string> = new Set(['trailer']);

function without(raw: RawHeaders, own: ReadonlySet<string>, more: ReadonlySet<string>): string[] {
  const named = namedByConnection(raw);
  const left: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    const plain = name.toLowerCase();
    // Trailers are passed on, so the target may well send some.
    const isTaken = plain === 'te' ? value !== 'trailers' : named.has(plain);
    if (!isTaken && !own.has(plain) && !more.has(plain)) left.push(name, value);
  }
  return left;
}

/** The names that a `connection` header takes off the message. */
function namedByConnection(raw: RawHeaders): ReadonlySet<string> {
  let named: Set<string> | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== 'connection') continue;
    named ??= new Set();
    for (const name of raw[at + 1]?.toLowerCase().split(/\s*,\s*/) ?? []) named.add(name);
  }
  return named ?? none;
}

/** As pairs, which trailers are given in: one that comes twice stays so. */
export function pairsOf(raw: RawHeaders): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
