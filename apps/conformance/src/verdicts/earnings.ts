import { isCalled } from '../deployment/field-mapping/names.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { listsWithin } from '../json/lists-within.ts';
import { bodyIn } from './bodies.ts';
import { leavesIn, numericAmong } from './leaves.ts';

/** A column of money, by the name of its field, and what it adds up to. */
export interface Column {
  readonly name: string;
  readonly sum: number;
}

/**
 * What each column of money adds up to, as far as it is a sum of something on more days than one. Other numbers of a day
 * count something else, such as how often it was read.
 * A column that is called as the total of a summary is known by that.
 */
export function earningsIn(earnings: Exchange, summary?: Exchange): readonly Column[] {
  const told = summary?.places?.total_earnings?.at(-1);
  const lists = listsWithin(bodyIn(earnings));
  const [list] = lists;
  if (list === undefined || lists.length !== 1) return [];
  const rows = list.flatMap((row) =>
    numericAmong(leavesIn(row))
      .filter(({ path }) => path.at(-1) === told || isCalled(path.at(-1), 'earnings'))
      .map(({ path, value }) => ({ column: path.join('.'), name: `${path.at(-1)}`, value })),
  );
  return [...Map.groupBy(rows, ({ column }) => column).values()]
    .filter((column) => column.filter(({ value }) => value > 0).length > 1)
    .map((column) => ({
      name: column[0]?.name ?? '',
      sum: column.reduce((sum, { value }) => sum + value, 0),
    }));
}
