import { isRecord } from '../../json/json-record.ts';
import type { bodyForms, Mutation } from './mutation.ts';
import type { BodyVariant } from './variant.ts';

const deep = 1_000;
const long = 100_000;

/** What can be wrong or odd about a body as a whole, the most telling first. */
export function varyWholeBody(body: unknown): readonly BodyVariant[] {
  const text = JSON.stringify(body);
  const [named, value] = (isRecord(body) ? Object.entries(body)[0] : undefined) ?? ['a', 'b'];
  const key = JSON.stringify(named);
  const others = text.startsWith('{') ? text.slice(1) : '}';
  return [
    whole('cut-short', text.length > 2 ? text.slice(0, -1) : '{"unfinished": '),
    whole('in-an-array', `[${text}]`),
    mutated({ kind: 'nested-body', levels: deep }, `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`),
    mutated({ kind: 'duplicate-name', name: named }, `{${key}:[7]${others === '}' ? others : `,${others}`}`),
    whole('undescribed-property', withMember(text, '"x-undescribed":1')),
    whole('text', '"text"'),
    whole('empty', ''),
    { ...whole('sent-as-plain-text', text), contentType: 'text/plain' },
    mutated({ kind: 'undescribed-text', characters: long }, withMember(text, `"a":"${'x'.repeat(long)}"`)),
    whole('reserved-names', withMember(text, '"__proto__":{"d":1},"constructor":{"prototype":{}}')),
    whole('half-surrogate-name', withMember(text, '"\\ud800":"\\u0000"')),
    whole('null', 'null'),
    whole('number', '7'),
    whole('two-bodies', `${text}${text}`),
    whole('trailing-comma', text.replace(/}$/, ',}')),
    whole('comment', `${text}// that is all`),
    whole('byte-order-mark', `\ufeff${text}`),
    whole('single-quotes', `{${key.replaceAll('"', "'")}:${JSON.stringify(value) ?? 1}}`),
    whole('not-a-number', `{${key}:NaN}`),
    { ...whole('sent-as-form', text), contentType: 'application/x-www-form-urlencoded' },
  ];
}

/** The same body under a media type that says no more of JSON than that it is JSON. */
export function withNamedCharset(body: unknown): BodyVariant {
  return { ...whole('named-charset', JSON.stringify(body)), contentType: 'application/json; charset=utf-8' };
}

function whole(form: (typeof bodyForms)[number], text: string): BodyVariant {
  return mutated({ kind: 'body', form }, text);
}

function mutated(mutation: Mutation, text: string): BodyVariant {
  return { kind: 'mutation', mutation, text };
}

/** The record with one more member, in front. */
function withMember(record: string, member: string): string {
  return record.startsWith('{') ? `{${member}${record === '{}' ? '' : ','}${record.slice(1)}` : `{${member}}`;
}
