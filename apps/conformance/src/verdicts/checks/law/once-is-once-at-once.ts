import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isOncePer, racesOf } from '../../races.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const onceIsOnceAtOnce: Check = {
  id: 'law.once-is-once-at-once',
  drivenBy: 'sequences',
  evidence: ['success', 'sent-at-once', 'once-only'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      racesOf(user.filter(({ operation }) => operations.includes(operation))).filter(
        (race) => race.calls.some(succeeded) && isOncePer(race),
      ),
      ({ calls }) => {
        const [first, second] = calls.filter(succeeded);
        if (first === undefined || second === undefined) return undefined;
        return finding([first, second], {
          expected: { kind: 'count', of: 'successes', atMost: 1 },
          observed: { kind: 'count', count: calls.filter(succeeded).length },
        });
      },
    ),
};
