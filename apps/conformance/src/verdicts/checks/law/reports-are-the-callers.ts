import { isCalled, isUsual } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { listsWithin } from '../../../json/lists-within.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Leaf, leavesIn, leavesOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const reportsAreTheCallers: Check = {
  id: 'law.reports-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['success', 'foreign-call'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => reportsOfThree(recording, operation)),
      ([own, other, sandbox]) => {
        const all = [own, other, sandbox];
        const shared = areSame(all.map(leavesOf)) ? leavesOf(own) : daysOfAll(all);
        const counted = shared.find(isCounted);
        if (counted === undefined) return undefined;
        const { path, value } = counted;
        return finding([own, other, sandbox], {
          expected: { kind: 'field', path, must: 'differ-between-users' },
          observed: { kind: 'field', path, value },
        });
      },
    ),
};

function areSame(all: readonly unknown[]): boolean {
  return new Set(all.map((one) => JSON.stringify(one))).size === 1;
}

/** The same money on the same days, of which one alone may be chance, whatever stands beside them. */
function daysOfAll(reports: readonly Exchange[]): readonly Leaf[] {
  const [own, ...others] = reports.map((one) => listsWithin(bodyIn(one)));
  const [rows = [], ...more] = own ?? [];
  const paid = rows.filter((row) => leavesIn(row).some(isCounted));
  return more.length === 0 && paid.length > 1 && areSame([own, ...others]) ? leavesIn(rows) : [];
}

type Reports = readonly [own: Exchange, other: Exchange, sandbox: Exchange];

/** Two users may have earned the same; that three did, and one of them in the sandbox, is no chance. */
function reportsOfThree(recording: Recording, operation: string): readonly Reports[] {
  const reports = probesOf(recording, [operation]).filter(
    (one) => one.intent?.kind === 'valid' && succeeded(one),
  );
  return reports
    .filter(({ identity }) => identity === 'sandbox')
    .flatMap((sandbox) => {
      const of = (identity: Exchange['identity']): Exchange | undefined =>
        reports.find((one) => one.identity === identity && isSameCase(one, sandbox));
      const [own, other] = [of('own'), of('other')];
      return own === undefined || other === undefined ? [] : [[own, other, sandbox] as const];
    });
}

/** A number of subscribers or of money, and not of days. */
function isCounted({ path, value }: Leaf): boolean {
  const isOfMoney = path.some((name) => isUsual(`${name}`, 'earnings') || isCalled(name, 'subscribers'));
  return typeof value === 'number' && value > 0 && isOfMoney && !isCalled(path.at(-1), 'period');
}
