import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';

interface Leaf {
  readonly line: number;
  readonly place: string;
  readonly text: string;
}

/** Values that tell one kind of line from another are short. */
const longestKind = 40;

/**
 * Every text that lines of JSON may mean: each by itself, and for each place in the lines those that stand there,
 * joined; of all lines, and of the lines alone that have the same word in some other place, as `{"type": "text"}`.
 */
export function joinedTexts(lines: readonly unknown[]): readonly string[] {
  const leaves = lines.flatMap((value, line) => leavesOf(value, '').map((leaf) => ({ line, ...leaf })));
  const places = Map.groupBy(leaves, ({ place }) => place);
  const kinds = [...Map.groupBy(leaves.filter(isShort), ({ place, text }) => `${place}\n${text}`).values()]
    .map((group) => new Set(group.map(({ line }) => line)))
    .filter(({ size }) => size > 1 && size < lines.length);
  const joined = [...places.values()].flatMap((group) => [
    join(group),
    ...kinds.map((kind) => join(group.filter(({ line }) => kind.has(line)))),
  ]);
  return [...new Set([...leaves.map(({ text }) => text), ...joined])].filter((text) => text !== '');
}

function join(leaves: readonly Leaf[]): string {
  return leaves.map(({ text }) => text).join('');
}

function isShort({ text }: Leaf): boolean {
  return text.length <= longestKind;
}

/** The texts in a value, with the names and indices that lead there; JSON in a text counts as well. */
function leavesOf(value: unknown, place: string): readonly Omit<Leaf, 'line'>[] {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    return [{ place, text: value }, ...(inner === undefined ? [] : leavesOf(inner, `${place}/json`))];
  }
  return Array.isArray(value) || isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${place}/${key}`))
    : [];
}
