import { finding } from '../../findings/finding.ts';
import { isAfter, isShownIn, wholeLists } from '../../notifier-results.ts';
import { devices, type NotifierRun, notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const deviceKeepsTheRest: Check = {
  id: 'law.device-keeps-the-rest',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(notifierRuns(recording).flatMap(renamed), ({ update, after, kept }) => {
      if (isShownIn(after, kept)) return undefined;
      return finding([update.exchange, after.exchange], {
        expected: {
          kind: 'unchanged',
          record: { family: 'device', id: kept },
          because: { kind: 'written' },
        },
        observed: { kind: 'different' },
      });
    }),
};

interface Renamed {
  readonly update: NotifierRun;
  /** A list that shows the new name. */
  readonly after: NotifierRun;
  /** The model of the device, which an earlier list shows. */
  readonly kept: string;
}

function renamed(runs: readonly NotifierRun[]): readonly Renamed[] {
  const lists = wholeLists(runs, devices);
  const [made] = ownRunsOf(runs, devices.create);
  const kept = made?.input.model;
  return ownRunsOf(runs, devices.change).flatMap((update) => {
    const before = lists.find((one) => isAfter(update, one) && isShownIn(one, kept));
    const after = lists.find((one) => isAfter(one, update) && isShownIn(one, update.input.nickname));
    return typeof kept === 'string' && before && after ? [{ update, after, kept }] : [];
  });
}
