import { readFileSync } from 'node:fs';

/** What each folder may import besides itself, in the order of the table. */
export type AllowList = Readonly<Record<string, readonly string[]>>;

export type Place = 'workspaces' | 'apps/server/src' | 'apps/conformance/src';

/** The lists that dependency-cruiser enforces, by the folder in which they hold. */
export const enforced: Readonly<Record<Place, AllowList>> = JSON.parse(
  readFileSync(new URL('../architecture.json', import.meta.url), 'utf8'),
);

/** The same as the table below a heading of a document tells it: names in the first column, lists under "may import". */
export function readTable(document: string, heading: string): AllowList {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const rows = (/(?:^\|.*\n)+/m.exec(section)?.[0] ?? '')
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const [head = [], , ...body] = rows;
  const names = body.map(([, name = '']) => spans(name).join());
  const cells = body.map((row) => row[head.indexOf('may import')] ?? '');
  return Object.fromEntries(names.map((name, at) => [name, expand(cells[at] ?? '', names, at)]));
}

/** A name that is followed by "and below" stands for the rows below it too, "all above" for those above the row. */
function expand(cell: string, names: readonly string[], at: number): string[] {
  if (cell === 'all above') return names.slice(0, at);
  const named = spans(cell);
  const last = named.at(-1) ?? '';
  return cell.endsWith(' and below') ? [...named, ...names.slice(names.indexOf(last) + 1)] : named;
}

function spans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}

/** How many folders stand on each other, where one is on top of whatever it may import. */
export function countLevels(list: AllowList): number {
  const levelOf = (name: string): number => 1 + Math.max(0, ...(list[name] ?? []).map(levelOf));
  return Math.max(
    ...Object.keys(list)
      .filter((name) => name.endsWith('/'))
      .map(levelOf),
  );
}
