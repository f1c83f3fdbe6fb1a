import { finding } from '../../findings/finding.ts';
import { isDone, isDue, recordIn, wholeLists } from '../../notifier-results.ts';
import { notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const dismissalIsShown: Check = {
  id: 'notifier.dismissal-is-shown',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) =>
        ownRunsOf(runs, pushes.change)
          .filter((one) => one.input.dismissed === true && isDone(one, runs))
          .flatMap((dismissal) => {
            const list = wholeLists(runs, pushes).find((one) => isDue(one, dismissal, recording));
            const shown = list && recordIn(list, dismissal.input.iden)?.dismissed;
            // By which name a list shows it is not said: only that of the parameter tells.
            return list === undefined || typeof shown !== 'boolean' ? [] : [{ dismissal, list, shown }];
          }),
      ),
      ({ dismissal, list, shown }) =>
        shown
          ? undefined
          : finding([dismissal.exchange, list.exchange], {
              expected: { kind: 'field', path: ['dismissed'], oneOf: [true], because: { kind: 'written' } },
              observed: { kind: 'field', path: ['dismissed'], value: shown },
            }),
    ),
};
