import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Recording } from './verdict.ts';

export interface JsonLine {
  readonly number: number;
  readonly text: string;
  /** Undefined where the line is no JSON; a line `null` is JSON. */
  readonly value: unknown;
}

/** The accepted NDJSON answers that arrived whole. */
export function ndjsonStreams(recording: Recording): readonly Exchange[] {
  return streams(recording).filter(({ transport }) => transport === 'ndjson');
}

/** The accepted text answers that arrived whole. */
export function textStreams(recording: Recording): readonly Exchange[] {
  return streams(recording).filter(({ transport }) => transport === 'text');
}

function streams(recording: Recording): readonly Exchange[] {
  return recording.workers.filter(
    (exchange) =>
      succeeded(exchange) && exchange.response?.body.ended === 'complete' && exchange.sent !== undefined,
  );
}

/** The lines of a stream. Blank lines and a missing last newline are left to the deployment. */
export function jsonLines(stream: Exchange): readonly JsonLine[] {
  return (stream.response?.body.text ?? '')
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line.replace(/\r$/, '') }))
    .filter(({ text }) => text.trim() !== '')
    .map((line) => ({ ...line, value: parseJson(line.text) }));
}

/**
 * Every string in the lines, and for each place in them (key by key) the strings that stood there joined up:
 * a text may be streamed in pieces. Strings that repeat the user's message show nothing.
 */
export function textsOf(stream: Exchange): readonly string[] {
  const joined = new Map<string, string>();
  const single: string[] = [];
  const sent = stream.sent?.text ?? '';
  for (const { value } of jsonLines(stream)) {
    for (const { place, text } of stringsIn(value, '')) {
      if (sent !== '' && text.includes(sent)) continue;
      single.push(text);
      joined.set(place, (joined.get(place) ?? '') + text);
    }
  }
  return [...single, ...joined.values()];
}

function stringsIn(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    stringsIn(inner, `${place}/${Array.isArray(value) ? '' : key}`),
  );
}

/** The keys of a JSON object, as a name for its shape; undefined for anything else. */
export function shapeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value).sort();
  return keys.length === 0 ? undefined : keys.join();
}
