import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isAfter, isShownIn, recordIn, wholeLists } from '../../notifier-results.ts';
import { devices, type NotifierRun, notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const updateMakesNoOther: Check = {
  id: 'law.update-makes-no-other',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap(renamed),
      ({ update, list, iden, isThereBeside }) =>
        isThereBeside
          ? finding([update.exchange, list.exchange], {
              expected: {
                kind: 'listed',
                record: { family: devices.family, id: iden },
                times: 1,
                because: { kind: 'written' },
              },
              observed: { kind: 'different' },
            })
          : undefined,
      ({ isTheSame }) => isTheSame,
    ),
};

interface Renamed {
  readonly update: NotifierRun;
  /** A list that shows the new name. */
  readonly list: NotifierRun;
  readonly iden: string;
  /** Whether the device that was named has the new name. */
  readonly isTheSame: boolean;
  /** Whether another one has it, and the device that was named still has its old one. */
  readonly isThereBeside: boolean;
}

function renamed(runs: readonly NotifierRun[]): readonly Renamed[] {
  const lists = wholeLists(runs, devices);
  return ownRunsOf(runs, devices.change).flatMap((update): Renamed[] => {
    const { iden, nickname } = update.input;
    const before = lists.findLast((one) => isAfter(update, one) && isShownIn(one, iden));
    const list = lists.find((one) => isAfter(one, update) && isShownIn(one, nickname));
    if (typeof iden !== 'string' || !succeeded(update.exchange) || !before || !list) return [];
    const valuesAround = (text: unknown): readonly unknown[] => Object.values(recordIn(list, text) ?? {});
    const old = Object.values(recordIn(before, iden) ?? {});
    const [made] = ownRunsOf(runs, devices.create).filter(({ input }) => old.includes(input.nickname));
    const isTheSame = valuesAround(nickname).includes(iden);
    const isThereBeside =
      !isTheSame && made !== undefined && valuesAround(made.input.nickname).includes(iden);
    return [{ update, list, iden, isTheSame, isThereBeside }];
  });
}
