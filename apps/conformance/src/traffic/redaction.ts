import { createHmac } from 'node:crypto';
import type { Exchange } from '../exchanges/exchange.ts';
import { mapLeaves } from '../json/map-leaves.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Captured, HeaderList } from './captured.ts';
import { createRecentTexts } from './recent-texts.ts';

/** What of bodies is hidden: fields by their paths, or every value, so that only shapes are left. */
export type Redaction = readonly FieldPath[] | 'all-values';

/** Names of members, one within the other; `*` is any. It may begin anywhere in a body, and lists are no step of it. */
export type FieldPath = readonly string[];

/** A captured exchange without what is redacted. */
export interface Redacted {
  readonly captured: Captured;
  readonly redacted: Exchange['redacted'];
}

const whole = '«redacted»';

/**
 * Replaces values before anything is judged or written. A leaf keeps its type, and with paths the same text always becomes
 * the same mask, so that texts can still be compared. A body that is no JSON is replaced as a whole.
 *
 * @param key of the masks; kept nowhere
 */
export function createRedaction(redaction: Redaction, key: Uint8Array): (captured: Captured) => Redacted {
  if (redaction === 'all-values')
    return (captured) => ({ captured: mapBodies(captured, (body) => shapeOf(body)), redacted: 'body' });
  if (redaction.length === 0) return (captured) => ({ captured, redacted: undefined });
  const recent = createRecentTexts((text) => maskOf(text, key));
  return (captured) => {
    mapBodies(captured, (body) =>
      mapValues(body, {
        leaf: ({ names, literal }) => {
          if (isWithin(names, redaction)) recent.add(textOf(literal));
          return literal;
        },
      }),
    );
    let isNamed = false;
    const hideName = (name: string): string => {
      const hidden = recent.hide(name);
      isNamed ||= hidden !== name;
      return hidden;
    };
    const bodies = mapBodies(captured, (body) =>
      mapValues(body, {
        leaf: ({ names, literal }) => {
          if (isWithin(names, redaction)) return masked(literal, (text) => maskOf(text, key));
          return literal.startsWith('"') ? JSON.stringify(recent.hide(textOf(literal))) : literal;
        },
        name: hideName,
      }),
    );
    const outside = mapOutside(bodies, redaction, recent.hide);
    const isOutside = isNamed || JSON.stringify(outside) !== JSON.stringify(bodies);
    const isInside =
      bodies.requestBody !== captured.requestBody || bodies.response?.body !== captured.response?.body;
    return { captured: outside, redacted: isOutside ? 'anywhere' : isInside ? 'body' : undefined };
  };
}

type Change = Parameters<typeof mapLeaves>[1];

/** Names that somebody made up may be personal too, as addresses that values stand under. */
const plainName = /^[\w$-]{1,64}$/;

function shapeOf(body: string): string {
  return mapValues(body, {
    leaf: ({ literal }) => masked(literal, () => whole),
    name: (name) => (plainName.test(name) ? name : whole),
  });
}

/** JSON, or JSON line by line. What anything else holds is not known. */
function mapValues(body: string, change: Change): string {
  if (body === '') return body;
  if (isJson(body)) return mapLeaves(body, change);
  const lines = body.split('\n');
  if (!lines.some(isJson)) return whole;
  return lines
    .map((line) => (line.trim() === '' ? line : isJson(line) ? mapLeaves(line, change) : whole))
    .join('\n');
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

function masked(literal: string, mask: (text: string) => string): string {
  if (literal.startsWith('"')) return JSON.stringify(mask(textOf(literal)));
  if (literal === 'true') return 'false';
  return literal === 'null' || literal === 'false' ? literal : '0';
}

function textOf(literal: string): string {
  return literal.startsWith('"') ? String(JSON.parse(literal)) : literal;
}

function maskOf(text: string, key: Uint8Array): string {
  return `«redacted ${createHmac('sha256', key).update(text).digest('hex').slice(0, 12)}»`;
}

function isWithin(names: readonly string[], paths: readonly FieldPath[]): boolean {
  return paths.some((path) =>
    names.some((_, from) => path.every((step, index) => isStep(step, names[from + index]))),
  );
}

function isStep(step: string, name: string | undefined): boolean {
  return name !== undefined && (step === '*' || step === name);
}

function mapBodies(captured: Captured, change: (body: string) => string): Captured {
  const { requestBody, response } = captured;
  return {
    ...captured,
    requestBody: requestBody === undefined ? undefined : change(requestBody),
    response: response && {
      ...response,
      body: response.body === undefined ? undefined : change(response.body),
    },
  };
}

/** A parameter with the name of a path's only step holds the same as the field of that name. */
function mapOutside(
  captured: Captured,
  paths: readonly FieldPath[],
  hide: (text: string) => string,
): Captured {
  const { url, response, trouble } = captured;
  const withoutParameters = new URL(hide(url));
  for (const name of new Set(withoutParameters.searchParams.keys()))
    if (isWithin([name], paths)) withoutParameters.searchParams.set(name, whole);
  const isSame = withoutParameters.href === new URL(url).href;
  const hideIn = (headers: HeaderList): HeaderList => headers.map(([name, value]) => [name, hide(value)]);
  return {
    ...captured,
    url: isSame ? url : withoutParameters.href,
    response: response && { ...response, headers: hideIn(response.headers) },
    trouble: trouble === undefined ? undefined : hide(trouble),
  };
}
