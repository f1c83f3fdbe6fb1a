import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { leavesOf } from '../../text-leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const earningsAddUp: Check = {
  id: 'law.earnings-add-up',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const own = user.filter(
      (one) => one.identity === 'own' && succeeded(one) && one.origin.case.kind === 'sequence',
    );
    const days = own.filter(({ operation }) => operation === 'getMonetizationEarnings');
    return judgeEach(
      own
        .filter(({ operation }) => operation === 'getMonetizationSummary' && operations.includes(operation))
        .flatMap((summary) => {
          const earnings = days.find((one) => queryOf(one, 'period') === queryOf(summary, 'period'));
          const sums = earnings === undefined ? [] : sumsIn(earnings);
          const totals = numbersIn(summary);
          return earnings !== undefined && sums.length > 0 && totals.length > 0
            ? [{ summary, earnings, sums, totals }]
            : [];
        }),
      ({ summary, earnings, sums, totals }) =>
        sums.some((sum) => totals.some((total) => isSame(total, sum)))
          ? undefined
          : finding([earnings, summary], {
              expected: { kind: 'sum', path: [], parts: [], sum: sums[0] ?? 0 },
              observed: { kind: 'field', path: [], value: parseJson(summary.response?.body.text ?? '') },
            }),
    );
  },
};

/** Other numbers of a day count something else, such as how often it was read. */
const money = /earn|amount|revenue|income|total|value|sum|cents|net|gross/i;

/** What each column of money adds up to, as far as it is a sum of something on more days than one. */
function sumsIn({ response }: Exchange): readonly number[] {
  const body = parseJson(response?.body.text ?? '');
  const lists = [body, ...(isRecord(body) ? Object.values(body) : [])].filter((one) => Array.isArray(one));
  const [list] = lists;
  if (list === undefined || lists.length !== 1) return [];
  const rows = list.flatMap((row) =>
    leavesOf(row).flatMap(({ path, value }) =>
      typeof value === 'number' && money.test(`${path.at(-1)}`) ? [{ column: path.join('.'), value }] : [],
    ),
  );
  return [...Map.groupBy(rows, ({ column }) => column).values()]
    .filter((column) => column.filter(({ value }) => value > 0).length > 1)
    .map((column) => column.reduce((sum, { value }) => sum + value, 0));
}

function numbersIn({ response }: Exchange): readonly number[] {
  return leavesOf(parseJson(response?.body.text ?? '')).flatMap(({ value }) =>
    typeof value === 'number' ? [value] : [],
  );
}

/** One may be in cents. */
function isSame(total: number, sum: number): boolean {
  return [1, 100, 0.01].some((factor) => Math.abs(total - sum * factor) <= Math.abs(total) * 0.005);
}
