import { caseKey } from '../../../cases/case.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const subscriptionsAreTheCallers: Check = {
  id: 'law.subscriptions-are-the-callers',
  area: 'resource',
  evidence: ['records-listed', 'foreign-call'],
  needs: ['ownPaidAgentId'],
  judge: (recording) =>
    judgeEach(sightsIn(recording), ({ before, foreign, after }) => {
      const agent = pathValues(foreign, recording)[0] ?? '';
      const shown = leavesOf(after).find(({ value }) => isNamed(value, agent));
      if (shown === undefined || leavesOf(before).some(({ value }) => isNamed(value, agent)))
        return undefined;
      const record = { family: 'subscription', id: agent };
      return finding([before, foreign, after], {
        expected: { kind: 'absent', record, because: { kind: 'foreign', record } },
        observed: { kind: 'field', path: shown.path, value: shown.value },
      });
    }),
};

/** A list of one's own, somebody else's new subscription, and the list again. */
interface Sight {
  readonly before: Exchange;
  readonly foreign: Exchange;
  readonly after: Exchange;
}

function sightsIn(recording: Recording): readonly Sight[] {
  const lists = probesOf(recording, ['listSubscriptions']).filter(
    (one) => succeeded(one) && one.intent?.kind === 'valid' && one.identity === 'own',
  );
  return probesOf(recording, ['subscribeToAgent'])
    .filter((one) => one.identity === 'other' && succeeded(one))
    .flatMap((foreign) => {
      const same = lists.filter(({ origin }) => caseKey(origin.case) === caseKey(foreign.origin.case));
      const before = same.findLast((one) => endedAt(one) <= foreign.sentAt);
      const after = same.find((one) => one.sentAt >= endedAt(foreign));
      return before === undefined || after === undefined ? [] : [{ before, foreign, after }];
    });
}

function isNamed(value: unknown, agent: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === agent;
}
