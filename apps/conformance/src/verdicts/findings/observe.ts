import { type Exchange, header } from '../../exchanges/exchange.ts';
import { findJsonBreak } from '../../json/json-break.ts';
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

/** What kind of body an answer has, how it begins, and where it stops being JSON. */
export function bodyOf({ response }: Exchange): Extract<Observation, { kind: 'body-kind' }> {
  const text = response?.body.text ?? '';
  const body = bodyKindOf(text);
  const breaks = body === 'text' ? breakOf(text) : undefined;
  return {
    kind: 'body-kind',
    body,
    ...(breaks === undefined ? {} : { breaks }),
    text: excerptOf(text, longestBody),
  };
}

/** So much is shown before and after the place where JSON breaks. */
const beforeBreak = 20;
const afterBreak = 20;

/** Of a text that was never meant to be JSON there is nothing to say. */
function breakOf(text: string): Extract<Observation, { kind: 'body-kind' }>['breaks'] {
  const at = findJsonBreak(text);
  if (at === undefined || !/^\s*[[{]/.test(text)) return undefined;
  const around = text.slice(Math.max(0, at - beforeBreak), at + afterBreak).toWellFormed();
  return { at, around };
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
