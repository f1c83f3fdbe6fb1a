import type { Operation } from '../spec/spec.ts';
import { type Captured, headerIn } from './captured.ts';

/** Headers by which a client asks for something else than the plain answer. */
const asking = [
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'range',
  'prefer',
  'idempotency-key',
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
];

const json = /[/+]json\b/i;

/**
 * Whether a request asks for something that the interface doesn't show, as `?format=csv` or `If-None-Match` do. What is
 * answered to it is the deployment's own affair.
 */
export function asksForMore({ requestHeaders, requestBody, url }: Captured, operation: Operation): boolean {
  const has = (name: string): boolean => headerIn(requestHeaders, name) !== undefined;
  if (asking.some(has)) return true;
  const known = new Set(operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  if ([...new URL(url).searchParams.keys()].some((name) => !known.has(name))) return true;
  const type = headerIn(requestHeaders, 'content-type');
  if (requestBody !== undefined && requestBody !== '' && type !== undefined && !json.test(type)) return true;
  return !takesPlainAnswers(headerIn(requestHeaders, 'accept'), operation);
}

/** The Workers API answers text and NDJSON. */
function takesPlainAnswers(accept: string | undefined, { api }: Operation): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  if (/\*\/\*|application\/(\*|json)/i.test(accept)) return true;
  return api === 'workers' && /text\/plain|text\/\*|ndjson|event-stream/i.test(accept);
}
