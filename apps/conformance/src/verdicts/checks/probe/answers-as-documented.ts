import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import type { Operation } from '../../../spec/spec.ts';
import { parseJson } from '../../messages.ts';
import { answeredProbes, describeProbe } from '../../probes.ts';
import { type Check, type Finding, finding, judgeEach } from '../../verdict.ts';

export const answersAsDocumented: Check = {
  id: 'probe.answers-as-documented',
  whenUnseen: 'a valid request was never seen to succeed',
  judge: (recording, rule) => {
    const subjects = answeredProbes(recording, rule, ['valid', 'at-bound']);
    return judgeEach(
      subjects.flatMap((probe) => {
        const operation = recording.contract.get(probe.operation);
        // A documented failure says nothing of a success.
        return operation && !isDocumentedFailure(probe, operation) ? [{ probe, operation }] : [];
      }),
      ({ probe, operation }) => departure(probe, operation),
    );
  },
};

function isDocumentedFailure(probe: Exchange, { statuses }: Operation): boolean {
  return !succeeded(probe) && statuses.includes(`${probe.response?.status}`);
}

function departure(probe: Exchange, { statuses, answer }: Operation): Finding | undefined {
  const success = statuses.filter((status) => status.startsWith('2'));
  if (!success.includes(`${probe.response?.status}`)) {
    const expected = `status ${success.join(' or ')}, or another documented one (${statuses.join(', ')})`;
    return finding([probe], { expected, observed: describeProbe(probe) });
  }
  const body = parseJson(probe.response?.body.text ?? '');
  if (answer === 'array' ? Array.isArray(body) : answer === 'unspecified' || body !== undefined)
    return undefined;
  const expected = answer === 'array' ? 'a JSON array' : 'a JSON body';
  return finding([probe], { expected, observed: `a body that begins ${beginning(probe)}` });
}

function beginning({ response }: Exchange): string {
  return JSON.stringify(response?.body.text.slice(0, 60));
}
