import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const subscriptionsAreTheCallers: Check = {
  id: 'law.subscriptions-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['success', 'foreign-call'],
  needs: ['ownPaidAgentId'],
  judge: (recording) =>
    judgeEach(subjectsIn(recording), ({ foreign, after }) => {
      const agent = pathValues(foreign, recording)[0] ?? '';
      // No user can subscribe to an own agent, so a subscriber is another user.
      const shown = leavesOf(after).find(({ value }) => isNamed(value, agent));
      if (shown === undefined) return undefined;
      const record = { family: 'subscription', id: agent };
      return finding([foreign, after], {
        expected: { kind: 'absent', record, because: { kind: 'foreign', record } },
        observed: { kind: 'field', path: shown.path, value: shown.value },
      });
    }),
};

/** A subscription of somebody else to one's own agent, and a list of one's own. */
interface Subject {
  readonly foreign: Exchange;
  readonly after: Exchange;
}

const alreadySubscribed = 402;
const isOwner = 400;

function subjectsIn(recording: Recording): readonly Subject[] {
  const lists = probesOf(recording, ['listSubscriptions']).filter(
    (one) => succeeded(one) && one.intent?.kind === 'valid' && one.identity === 'own',
  );
  return probesOf(recording, ['subscribeToAgent'])
    .filter((one) => one.identity === 'other')
    .filter((one) => succeeded(one) || one.response?.status === alreadySubscribed)
    .filter((one) => isOfOwnAgent(one, recording))
    .flatMap((foreign) => {
      const after = lists.find((one) => isSameCase(one, foreign) && one.sentAt >= endedAt(foreign));
      return after === undefined ? [] : [{ foreign, after }];
    });
}

/** The own user may have, or have had, a subscription to any agent but the own ones, which refuse the user. */
function isOfOwnAgent(foreign: Exchange, recording: Recording): boolean {
  const [agent] = pathValues(foreign, recording);
  const own = probesOf(recording, ['subscribeToAgent']).filter(
    (one) => one.identity === 'own' && pathValues(one, recording)[0] === agent,
  );
  return own.some(({ response }) => response?.status === isOwner) && own.every(isRefused);
}

function isNamed(value: unknown, agent: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === agent;
}
