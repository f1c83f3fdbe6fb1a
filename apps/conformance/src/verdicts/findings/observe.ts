import { type Exchange, header } from '../../exchanges/exchange.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Observation } from './observation.ts';
import type { BodyKind, Excerpt } from './parts.ts';

const longestBody = 60;

/** The status of an answer, and what was asked. */
export function statusOf({ request, response }: Exchange): Extract<Observation, { kind: 'status' }> {
  const { pathname, search } = new URL(request.url);
  return {
    kind: 'status',
    status: response?.status ?? 0,
    asked: { method: request.method, path: pathname, query: search },
  };
}

/** What kind of body an answer has, and how it begins. */
export function bodyOf({ response }: Exchange): Extract<Observation, { kind: 'body-kind' }> {
  const text = response?.body.text ?? '';
  return { kind: 'body-kind', body: bodyKindOf(text), text: excerptOf(text, longestBody) };
}

/** A header of an answer, or that it has none of the name. */
export function headerOf(exchange: Exchange, name: string): Extract<Observation, { kind: 'header' }> {
  const value = header(exchange, name);
  return { kind: 'header', name, ...(value === undefined ? {} : { value }) };
}

/** The beginning of a text; a long one would make every finding as long. */
export function excerptOf(text: string, longest = 100): Excerpt {
  return { begins: text.slice(0, longest).toWellFormed(), length: text.length };
}

function bodyKindOf(text: string): BodyKind {
  if (text === '') return 'empty';
  const value = parseJson(text);
  if (value === undefined) return 'text';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : 'json';
}
