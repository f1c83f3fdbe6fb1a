import * as z from 'zod';
import type { Captured, CapturedResponse, HeaderList, ToldCaller } from './captured.ts';

const headers = z.array(z.object({ name: z.string(), value: z.string() })).default([]);

/** What is read of an entry: HAR 1.2, and what Chromium, Firefox, Playwright and this program add to it. */
const entrySchema = z.object({
  startedDateTime: z.string(),
  time: z.number().nullish(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.object({ mimeType: z.string().nullish(), text: z.string().nullish() }).nullish(),
  }),
  response: z.object({
    status: z.number(),
    headers,
    content: z
      .object({ size: z.number().nullish(), text: z.string().nullish(), encoding: z.string().nullish() })
      .nullish(),
    comment: z.string().nullish(),
    _error: z.string().nullish(),
    _failureText: z.string().nullish(),
    _fetchedViaServiceWorker: z.boolean().nullish(),
  }),
  timings: z
    .object({
      blocked: z.number().nullish(),
      dns: z.number().nullish(),
      connect: z.number().nullish(),
      send: z.number().nullish(),
      wait: z.number().nullish(),
    })
    .nullish(),
  cache: z.object({ beforeRequest: z.unknown() }).partial().nullish(),
  _fromCache: z.string().nullish(),
  _identity: z.string().nullish(),
});

type Entry = z.infer<typeof entrySchema>;

/**
 * What an entry of a HAR captured, in whatever dialect; undefined for what is no exchange over HTTP, or no entry.
 *
 * @param source the file's name
 */
export function fromHarEntry(value: unknown, source: string): Captured | undefined {
  const { data: entry } = entrySchema.safeParse(value);
  const sentAt = entry === undefined ? Number.NaN : Date.parse(entry.startedDateTime);
  if (entry === undefined || Number.isNaN(sentAt)) return undefined;
  const { request, response } = entry;
  if (!/^https?:/i.test(request.url)) return undefined;
  const text = request.postData?.text ?? undefined;
  const type = request.postData?.mimeType;
  const hasType = request.headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return {
    source,
    method: request.method.toUpperCase(),
    url: request.url,
    requestHeaders: [
      ...toList(request.headers),
      ...(type && text !== undefined && !hasType ? [['content-type', type] as const] : []),
    ],
    requestBody: text,
    lacksRequestBody: text === undefined && (lengthTold(request) ?? 0) > 0,
    caller: callerIn(entry),
    sentAt,
    response: response.status > 0 ? toResponse(entry, sentAt) : undefined,
    trouble: response._error ?? response._failureText ?? undefined,
    isCopy:
      Boolean(entry._fromCache) || response._fetchedViaServiceWorker === true || response.status === 304,
  };
}

function toList(pairs: Entry['request']['headers']): HeaderList {
  return pairs.map(({ name, value }) => [name, value] as const);
}

/** Our own recordings have no request headers, but tell whose credential was sent. */
function callerIn({ _identity }: Entry): ToldCaller | undefined {
  if (_identity === undefined || _identity === null) return undefined;
  return _identity === 'missing' ? 'anonymous' : { name: _identity };
}

function toResponse(entry: Entry, sentAt: number): CapturedResponse {
  const { response, timings, time } = entry;
  const { blocked, dns, connect, send, wait } = timings ?? {};
  // What was not measured is -1.
  const untilHeaders = [blocked, dns, connect, send, wait].reduce<number>(
    (sum, one) => sum + Math.max(0, one ?? 0),
    0,
  );
  const endedAt = sentAt + Math.max(time ?? 0, untilHeaders);
  const body = bodyOf(entry);
  return {
    status: response.status,
    headers: toList(response.headers),
    headersAt: Math.min(sentAt + untilHeaders, endedAt),
    endedAt,
    body,
    isWhole: body !== undefined && isWhole(body, entry),
  };
}

/**
 * Undefined where the capture lacks it. An empty text says little: Chromium leaves it out both of an empty body and of one
 * that it no longer has, and mitmproxy writes one for what it did not keep.
 */
function bodyOf({ request, response, _identity }: Entry): string | undefined {
  const { content, status } = response;
  const text = content?.text ?? undefined;
  if (text !== undefined && (text !== '' || _identity)) return decoded(text, content?.encoding ?? '');
  const isNone = request.method.toUpperCase() === 'HEAD' || bodiless.includes(status);
  return isNone || lengthTold(response) === 0 ? '' : undefined;
}

/** Their answers have no body. */
const bodiless: readonly number[] = [204, 304];

/** Firefox calls base64 what it writes as it is: the text of media types that it doesn't know. */
function decoded(text: string, encoding: string): string {
  const bare = text.replaceAll(/\s/g, '');
  const isBase64 = encoding.toLowerCase() === 'base64' && bare.length % 4 === 0 && base64.test(bare);
  return isBase64 ? Buffer.from(bare, 'base64').toString('utf8') : text;
}

const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** How many bytes the answer itself said that it has; of an encoded body that says nothing of the text. */
function lengthTold({ headers: list }: Pick<Entry['response'], 'headers'>): number | undefined {
  const told = (wanted: string): string | undefined =>
    list.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const length = told('content-length');
  return length === undefined || told('content-encoding') !== undefined ? undefined : Number(length);
}

/**
 * Firefox keeps the beginning of a long body only, and a request that was given up has a part of its answer. In our own
 * recordings masks are shorter than what they stand for.
 */
function isWhole(body: string, { request, response, _identity }: Entry): boolean {
  const { content, comment, _error, _failureText } = response;
  const length = request.method.toUpperCase() === 'HEAD' ? 0 : (lengthTold(response) ?? 0);
  const isLong = Boolean(_identity) || Buffer.byteLength(body) >= Math.max(content?.size ?? 0, length);
  return isLong && !(_error || _failureText || comment);
}
