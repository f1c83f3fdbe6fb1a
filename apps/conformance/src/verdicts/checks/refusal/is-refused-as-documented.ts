import { type Exchange, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import type { Rule } from '../../../spec/spec.ts';
import { describeTouch } from '../../resources.ts';
import { type Check, finding, judgeEach, type Recording } from '../../verdict.ts';

export const isRefusedAsDocumented: Check = {
  id: 'refusal.is-as-documented',
  whenUnseen: 'the condition could not be brought about, or another documented refusal came first',
  judge: (recording, rule) =>
    judgeEach(
      recording.probes.filter((probe) => probe.probe?.tries === rule.id && settles(probe, recording, rule)),
      (probe) =>
        probe.response?.status === rule.status
          ? undefined
          : finding([probe], {
              expected: `status ${rule.status}: ${rule.text}`,
              observed: describeTouch(probe),
            }),
    ),
};

/** Another documented refusal may well come first, and a name that was only guessed proves nothing. */
function settles(
  { operation, probe, response, fault, ...rest }: Exchange,
  { contract, probes }: Recording,
  rule: Rule,
) {
  if (response === undefined || fault !== undefined || isTransient(response.status)) return false;
  if (response.status === rule.status) return true;
  const success = succeeded({ operation, response, ...rest });
  if (probe?.certain !== true || (success && probe.kind === 'open-refusal')) return false;
  const documented = contract.get(operation)?.statuses.includes(`${response.status}`) === true;
  // A rule about credentials is broken by the other status of credentials too.
  const isCredential = rule.status !== 401 && [401, 403].includes(response.status);
  const wasTaken = probes.some(
    (one) => one.operation === operation && succeeded(one) && one.request.body === rest.request.body,
  );
  return success || (!documented && !isCredential && (!probe.filled || wasTaken));
}
