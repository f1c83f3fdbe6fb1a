import { succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const threeVibeServices: Check = {
  id: 'law.three-vibe-services',
  drivenBy: 'sequences',
  evidence: ['success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter((one) => one.intent?.kind === 'valid' && succeeded(one)),
      (one) => {
        const count = countIn(bodyIn(one)) ?? services;
        return count >= services
          ? undefined
          : finding([one], {
              expected: { kind: 'count', of: 'records', exactly: services },
              observed: { kind: 'count', count },
            });
      },
      (one) => countIn(bodyIn(one)) !== undefined,
    ),
};

const services = 3;

/** The length of the list that an answer is, or of the only one that it has; undefined where several might be meant. */
function countIn(body: unknown): number | undefined {
  const lists = Array.isArray(body)
    ? [body]
    : Object.values(isRecord(body) ? body : {}).filter(Array.isArray);
  const [list] = lists;
  return lists.length === 1 ? list?.length : undefined;
}
