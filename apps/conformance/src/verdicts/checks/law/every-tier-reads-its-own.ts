import { isOwnSuccess } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** So often it fails, with no other answer between. */
const leastFailures = 3;

export const everyTierReadsItsOwn: Check = {
  id: 'law.every-tier-reads-its-own',
  drivenBy: 'sequences',
  evidence: ['two-users'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => {
        const reads = probesOf(recording, [operation]);
        const own = reads.find(isOwnSuccess);
        const others = reads.filter(({ identity, response }) => identity === 'sandbox' && response);
        return own !== undefined && others.length >= leastFailures ? [{ own, others }] : [];
      }),
      ({ own, others }) => {
        const [first, ...rest] = others;
        if (first === undefined || others.some(({ response }) => response?.status !== 500)) return undefined;
        return finding([own, first, ...rest.slice(-1)], {
          expected: { kind: 'status', oneOf: ['success'] },
          observed: statusOf(first),
        });
      },
    ),
};
