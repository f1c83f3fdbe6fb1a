import type { Exchange, RecordedResponse, SentMessage, TransportError } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import { type Captured, type CapturedResponse, headerIn } from './captured.ts';

/** What a captured request tells by itself: neither who sent it nor where it stands, nor what it was for. */
export type Unplaced = Omit<Exchange, 'origin' | 'startedBy' | 'identity' | 'caller' | 'intent' | 'resource'>;

interface Known {
  readonly id: number;
  readonly operation: Operation;
  /** The moment that times count from, in ms since 1970. */
  readonly began: number;
}

export function toExchange(captured: Captured, { id, operation, began }: Known): Unplaced {
  const { method, url, requestHeaders, requestBody, sentAt, response } = captured;
  const type = headerIn(requestHeaders, 'content-type');
  const recorded = response && responseOf(response, operation, began);
  return {
    id,
    api: operation.api,
    operation: operation.id,
    ...(operation.api === 'workers' && operation.stream ? { transport: operation.stream } : {}),
    request: {
      method,
      url,
      ...(requestBody === undefined || requestBody === '' ? {} : { body: requestBody }),
      ...(type === undefined || /[/+]json\b/i.test(type) ? {} : { contentType: type }),
    },
    ...messageOf(operation, requestBody),
    sentAt: sentAt - began,
    ...(recorded && { response: recorded }),
    ...(recorded?.body.ended === 'complete' ? {} : { transportError: troubleOf(captured, began) }),
  };
}

function responseOf(response: CapturedResponse, operation: Operation, began: number): RecordedResponse {
  const { status, headers, headersAt, endedAt, body, isWhole, pieces = [] } = response;
  const isComplete = isWhole && body !== undefined && !endsAmidLine(body, operation);
  return {
    status,
    headers: headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    headersAt: headersAt - began,
    endedAt: endedAt - began,
    body: {
      text: body ?? '',
      chunks: pieces.flatMap((at, index) =>
        index % 2 === 0 ? [{ at: at - began, bytes: pieces[index + 1] ?? 0 }] : [],
      ),
      ended: isComplete ? 'complete' : 'cut',
    },
  };
}

function troubleOf({ trouble, response, sentAt }: Captured, began: number): TransportError {
  const why = response === undefined ? 'no answer was captured' : 'its body was not captured whole';
  const message = trouble ?? why;
  const kind = response === undefined && isOfTarget.test(message) ? 'refused' : 'broken';
  return { kind, message, at: (response?.endedAt ?? sentAt) - began };
}

/** That nobody was there, as Node and browsers call it; else it may be the client that left. */
const isOfTarget =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ERR_CONNECTION_REFUSED|ERR_NAME_NOT_RESOLVED|NS_ERROR_CONNECTION_REFUSED)\b/;

/** A capture that ended before the stream did. */
function endsAmidLine(body: string, operation: Operation): boolean {
  if (operation.stream !== 'ndjson') return false;
  const last = body.split('\n').at(-1) ?? '';
  return last.trim() !== '' && parseJson(last) === undefined;
}

/** Plain words: what a deployment does to markup, to commands and to very long texts is its own affair. */
const plainWords = /^[\p{L}\p{N}][\p{L}\p{N} .,!?'-]{0,499}$/u;

/** What a message was meant to bring about is not known; it may start a job. */
function messageOf({ api, method }: Operation, body: string | undefined): { readonly sent?: SentMessage } {
  if (api !== 'workers' || method === 'GET') return {};
  const value = parseJson(body ?? '');
  const text = isRecord(value) ? value.message : undefined;
  return typeof text === 'string' && plainWords.test(text) ? { sent: { kind: 'background', text } } : {};
}
