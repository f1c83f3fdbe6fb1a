import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { answeredProbes, probesOf, workingOperations } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const boundsHold: Check = {
  id: 'probe.bounds-hold',
  area: 'probe',
  evidence: ['success', 'bounds'],
  needs: [],
  judge: (recording, rule) => {
    const working = workingOperations(recording);
    const subjects = answeredProbes(recording, rule, ['at-bound', 'inside-bound']);
    return judgeEach(
      subjects.filter(({ operation }) => working.has(operation)),
      (probe) =>
        succeeded(probe)
          ? undefined
          : finding([probe], {
              expected: {
                kind: 'status',
                oneOf: ['success'],
                because: { kind: 'bounds', side: 'inside', parameter: probe.intent?.parameter },
              },
              observed: statusOf(probe),
            }),
      (probe) => distinguishes(probe, recording),
    );
  },
};

/** A deployment that gives the same answer to every value, also past the bound, hasn't shown that there is one. */
function distinguishes(probe: Exchange, recording: Recording): boolean {
  const { operation, identity, intent } = probe;
  return probesOf(recording, [operation]).some(
    (one) =>
      one.intent?.kind === 'past-bound' &&
      one.intent.parameter === intent?.parameter &&
      one.identity === identity &&
      one.response !== undefined &&
      (one.response.status !== probe.response?.status ||
        one.response.body.text !== probe.response?.body.text),
  );
}
