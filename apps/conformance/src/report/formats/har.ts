import { caseWords } from '../../cases/case.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import { mask } from '../../exchanges/redact.ts';
import { seedInWords } from '../headline.ts';
import { printableText } from '../printable.ts';
import type { Report } from '../report.ts';

type Headers = readonly { readonly name: string; readonly value: string }[];

const unknownSize = -1;
/** A cookie is as good as a key. */
const cookie = 'set-cookie';

/** HAR 1.2, piece by piece: a long recording is never held in memory. */
export async function* formatAsHar(
  report: Report,
  exchanges: AsyncIterable<Exchange>,
): AsyncGenerator<string> {
  const creator = { name: 'agent-conformance', version: report.program.version };
  const comment = printableText(
    `${report.target.name}${seedInWords(report)}; credentials stand as the names of who sent them`,
  );
  yield `{"log":{"version":"1.2","creator":${asJson(creator)},"comment":${asJson(comment)},"entries":[`;
  const began = new Date(report.startedAt).getTime();
  let separator = '\n';
  for await (const exchange of exchanges) {
    yield `${separator}${asJson(toEntry(exchange, began))}`;
    separator = ',\n';
  }
  yield '\n]}}\n';
}

/** JSON of well-formed text only: a lone surrogate is more than some readers can take. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one));
}

function toEntry(exchange: Exchange, began: number) {
  const { sentAt, response, transportError, origin, operation, identity } = exchange;
  const answeredAt = response?.headersAt ?? transportError?.at ?? sentAt;
  const wait = Math.max(0, answeredAt - sentAt);
  const receive = response === undefined ? 0 : Math.max(0, response.endedAt - response.headersAt);
  return {
    startedDateTime: new Date(began + sentAt).toISOString(),
    time: wait + receive,
    request: toRequest(exchange),
    response: toResponse(exchange),
    cache: {},
    timings: { send: 0, wait, receive },
    // A placeholder in a header could be anything; this tells who asked.
    _identity: identity,
    comment: `${operation}: ${origin.case.kind} ${caseWords(origin.case)}, step ${origin.step}, attempt ${origin.attempt}`,
  };
}

function toRequest({ request, identity }: Exchange) {
  const { method, url, body, contentType = 'application/json', furtherHeaders = [] } = request;
  const headers = [
    // No credential was ever recorded; the same name always stands for the same one.
    ...(identity === 'missing' ? [] : [{ name: 'authorization', value: `Bearer «${identity}»` }]),
    ...(body === undefined ? [] : [{ name: 'content-type', value: contentType }]),
    ...furtherHeaders.map((name) => ({ name, value: mask })),
  ];
  const query = [...(URL.canParse(url) ? new URL(url).searchParams : [])];
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    queryString: query.map(([name, value]) => ({ name, value })),
    ...(body === undefined ? {} : { postData: { mimeType: contentType, text: body } }),
    headersSize: unknownSize,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

/** An exchange without an answer has status 0, as browsers export it. */
function toResponse({ response, transportError }: Exchange) {
  const headers = (response?.headers ?? []).map(([name, value]) => ({
    name,
    value: name === cookie ? mask : value,
  }));
  const received = response?.body.chunks.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  const trouble =
    transportError?.message ?? (response?.body.ended === 'cut' ? 'the body was cut short' : undefined);
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    content: {
      size: received,
      mimeType: headerValue(headers, 'content-type') || unknownType(response?.body.text),
      text: response?.body.text ?? '',
    },
    redirectURL: headerValue(headers, 'location'),
    headersSize: unknownSize,
    bodySize: response === undefined ? unknownSize : received,
    ...(trouble === undefined ? {} : { comment: trouble }),
  };
}

/** As browsers call a body without a content type. */
function unknownType(text = ''): string {
  return text === '' ? '' : 'x-unknown';
}

function headerValue(headers: Headers, wanted: string): string {
  return headers.find(({ name }) => name === wanted)?.value ?? '';
}
