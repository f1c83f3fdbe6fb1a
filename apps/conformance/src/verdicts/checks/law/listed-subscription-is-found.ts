import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const listedSubscriptionIsFound: Check = {
  id: 'law.listed-subscription-is-found',
  drivenBy: 'sequences',
  evidence: ['success', 'foreign-call'],
  needs: ['subscribedAgentId'],
  judge: (recording) =>
    judgeEach(subjectsIn(recording), ({ list, read, agent }) =>
      leavesOf(list).some(({ value }) => isNamed(value, agent))
        ? finding([list, read], {
            expected: {
              kind: 'status',
              oneOf: ['success'],
              because: { kind: 'listed', name: agent },
            },
            observed: statusOf(read),
          })
        : undefined,
    ),
};

/** What another user's list shows, and a subscription that this user does not have. */
interface Subject {
  readonly list: Exchange;
  readonly read: Exchange;
  readonly agent: string;
}

function subjectsIn(recording: Recording): readonly Subject[] {
  const lists = probesOf(recording, ['listSubscriptions']).filter(succeeded);
  const begun = probesOf(recording, ['subscribeToAgent']);
  return probesOf(recording, ['getSubscription'])
    .filter(({ identity, response }) => identity === 'other' && response?.status === 404)
    .flatMap((read) => {
      const [agent = ''] = pathValues(read, recording);
      // Whether what was just begun is there already is not shown.
      const isBegun = begun.some(
        (one) => one.identity === read.identity && pathValues(one, recording)[0] === agent,
      );
      const list = lists.find((one) => one.identity === read.identity && isSameCase(one, read));
      return agent === '' || isBegun || list === undefined ? [] : [{ list, read, agent }];
    });
}

function isNamed(value: unknown, agent: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === agent.toLowerCase();
}
