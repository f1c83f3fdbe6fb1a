import { isRecord } from '../../json/json-record.ts';
import type { BodyMutation } from './mutation.ts';

const deep = 1_000;
const long = 100_000;

/** What can be wrong or odd about a body as a whole, the most telling first. */
export function varyWholeBody(body: unknown): readonly BodyMutation[] {
  const text = JSON.stringify(body);
  const [named, value] = (isRecord(body) ? Object.entries(body)[0] : undefined) ?? ['a', 'b'];
  const key = JSON.stringify(named);
  const others = text.startsWith('{') ? text.slice(1) : '}';
  return [
    whole('a body that ends too early', text.length > 2 ? text.slice(0, -1) : '{"unfinished": '),
    whole('an array for a body', `[${text}]`),
    whole(`a body of ${deep} records in each other`, `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`),
    whole(
      `a property twice, first with another type: ${named}`,
      `{${key}:[7]${others === '}' ? others : `,${others}`}`,
    ),
    whole('an undescribed property', withMember(text, '"x-undescribed":1')),
    whole('a text for a body', '"text"'),
    whole('no body', ''),
    { ...whole('a body that is said to be no JSON', text), contentType: 'text/plain' },
    whole(
      `a text of ${long.toLocaleString('en')} characters that nothing describes`,
      withMember(text, `"a":"${'x'.repeat(long)}"`),
    ),
    whole(
      'names that programs use themselves',
      withMember(text, '"__proto__":{"d":1},"constructor":{"prototype":{}}'),
    ),
    whole('a half surrogate pair for a name', withMember(text, '"\\ud800":"\\u0000"')),
    whole('null for a body', 'null'),
    whole('a number for a body', '7'),
    whole('two bodies one after the other', `${text}${text}`),
    whole('a comma too many', text.replace(/}$/, ',}')),
    whole('a comment in the body', `${text}// that is all`),
    whole('a mark of the byte order before the body', `\ufeff${text}`),
    whole('single quotation marks', `{${key.replaceAll('"', "'")}:${JSON.stringify(value) ?? 1}}`),
    whole('NaN for a value', `{${key}:NaN}`),
    { ...whole('a body that is said to be a form', text), contentType: 'application/x-www-form-urlencoded' },
  ];
}

function whole(about: string, text: string): BodyMutation {
  return { kind: 'mutation', about: `with ${about}`, text };
}

/** The record with one more member, in front. */
function withMember(record: string, member: string): string {
  return record.startsWith('{') ? `{${member}${record === '{}' ? '' : ','}${record.slice(1)}` : `{${member}}`;
}
