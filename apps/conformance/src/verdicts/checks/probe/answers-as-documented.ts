import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import type { Operation } from '../../../spec/spec.ts';
import { hasJson, jsonFormOf } from '../../has-json.ts';
import { answeredProbes, describeProbe } from '../../probes.ts';
import { historyOf, isPresent } from '../../resources.ts';
import { type Check, type Finding, finding, judgeEach, type Recording } from '../../verdict.ts';

export const answersAsDocumented: Check = {
  id: 'probe.answers-as-documented',
  whenUnseen: 'a valid request was never seen to succeed',
  judge: (recording, rule) => {
    const subjects = answeredProbes(recording, rule, ['valid', 'at-bound', 'inside-bound']);
    return judgeEach(
      subjects.flatMap((probe) => {
        const operation = recording.contract.get(probe.operation);
        // A documented failure says nothing of a success, nor any failure where names or values were only guessed.
        const isValid = isCertain(probe) && isAboutPresent(probe, recording);
        const says = succeeded(probe) || (isValid && !isDocumentedFailure(probe, operation));
        const found = operation && says ? departure(probe, operation) : undefined;
        return operation && says && (found || !isEcho(probe)) ? [found] : [];
      }),
      (found) => found,
    );
  },
};

/** What only the deployment's own description allows may still be refused for what it does not say. */
function isCertain({ probe }: Exchange): boolean {
  return (
    probe?.certain === true && !probe.filled && !(probe.kind === 'inside-bound' && probe.fault !== undefined)
  );
}

/** What is asked of a record that may be gone is no valid request. */
function isAboutPresent(probe: Exchange, recording: Recording): boolean {
  if (probe.about?.id === undefined || probe.about.act === 'create') return true;
  const history = historyOf(recording, probe);
  return history !== undefined && isPresent(history, probe);
}

/** What was sent coming back as it stands shows nothing of a record, only a status. */
function isEcho({ request, response }: Exchange): boolean {
  return request.body !== undefined && request.body === response?.body.text;
}

function isDocumentedFailure(probe: Exchange, operation: Operation | undefined): boolean {
  return operation?.statuses.includes(`${probe.response?.status}`) === true;
}

function departure(probe: Exchange, { statuses, answer }: Operation): Finding | undefined {
  const success = statuses.filter((status) => status.startsWith('2'));
  if (!success.includes(`${probe.response?.status}`)) {
    const expected = `status ${success.join(' or ')}, or another documented one (${statuses.join(', ')})`;
    return finding([probe], { expected, observed: describeProbe(probe) });
  }
  if (probe.response?.status === 204) return withoutBody(probe);
  if (answer === 'array' ? jsonFormOf(probe) === 'list' : answer === 'unspecified' || hasJson(probe))
    return undefined;
  const expected = answer === 'array' ? 'a JSON array' : 'a JSON body';
  return finding([probe], { expected, observed: `a body that begins ${beginning(probe)}` });
}

function withoutBody(probe: Exchange): Finding | undefined {
  if (probe.response?.body.text === '') return undefined;
  return finding([probe], { expected: 'no body', observed: `a body that begins ${beginning(probe)}` });
}

function beginning({ response }: Exchange): string {
  return JSON.stringify(response?.body.text.slice(0, 60));
}
