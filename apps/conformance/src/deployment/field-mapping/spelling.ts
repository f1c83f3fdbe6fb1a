import { isRecord } from '../../json/json-record.ts';

/** How names of several words are written. */
export type Spelling = 'snake' | 'camel' | 'pascal' | 'kebab';

const forms: readonly (readonly [Spelling, RegExp])[] = [
  ['snake', /^[a-z][a-z\d]*(_[a-z\d]+)+$/],
  ['camel', /^[a-z][a-z\d]*([A-Z][a-z\d]*)+$/],
  ['pascal', /^[A-Z][a-z\d]+([A-Z][a-z\d]*)+$/],
  ['kebab', /^[a-z][a-z\d]*(-[a-z\d]+)+$/],
];

/** Names that MCP gives to tools, however a deployment spells its own. */
const foreign: readonly string[] = ['inputSchema', 'outputSchema'];

/** How deep in a record names are its own; beneath may be whatever it describes or keeps. */
const deepest = 2;

/** The spellings of the names in a record. */
export function spellingsIn(record: unknown, depth = 1): readonly Spelling[] {
  if (!isRecord(record) || depth > deepest) return [];
  return Object.entries(record).flatMap(([name, inner]) => {
    const own = forms.filter(([, form]) => form.test(name) && !foreign.includes(name));
    return [...own.map(([spelling]) => spelling), ...spellingsIn(inner, depth + 1)];
  });
}

/** A field of the contract as a deployment would write it that spells all its names alike. */
export function spell(field: string, spellings: ReadonlySet<Spelling>): string {
  const [spelling, ...others] = spellings;
  if (spelling === undefined || spelling === 'snake' || others.length > 0) return field;
  const [first = '', ...rest] = field.split('_');
  if (spelling === 'kebab') return [first, ...rest].join('-');
  return [spelling === 'camel' ? first : capital(first), ...rest.map(capital)].join('');
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
