import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import type { Operation } from '../../../spec/spec.ts';
import { bodyIn } from '../../bodies.ts';
import { isEarlyAbsence } from '../../early-absence.ts';
import { failingEachTime } from '../../failing-each-time.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { bodyOf, statusOf } from '../../findings/observe.ts';
import type { BodyKind } from '../../findings/parts.ts';
import { hasJson, jsonFormOf } from '../../has-json.ts';
import { isPresent } from '../../presence.ts';
import { answeredProbes } from '../../probes.ts';
import { stateBefore } from '../../resource-state.ts';
import { historyWith, visibleRecordIn } from '../../resources.ts';
import { type Check, joinJudgements, judgeEach, type Recording } from '../../verdict.ts';

export const answersAsDocumented: Check = {
  id: 'probe.answers-as-documented',
  drivenBy: 'probes',
  evidence: ['success'],
  traffic: { restsOn: 'answer', isOfShapes: true },
  needs: [],
  judge: (recording, rule) => {
    const subjects = answeredProbes(recording, rule, ['valid', 'at-bound', 'inside-bound']).filter(
      (probe) => !isEarlyAbsence(probe, recording),
    );
    const answered = judgeEach(
      subjects.flatMap((probe) => {
        const operation = recording.contract.get(probe.operation);
        // A documented failure says nothing of a success, nor any failure where names or values were only guessed.
        const isValid = isCertain(probe) && isAboutPresent(probe, recording) && isOpen(probe, recording);
        const isFailure = (isValid || isNotThere(probe)) && !isDocumentedFailure(probe, operation);
        const says = succeeded(probe) || isFailure;
        const found = operation && says ? departure(probe, operation) : undefined;
        return operation && says && (found || !isEcho(probe)) ? [found] : [];
      }),
      (found) => found,
    );
    const failing = rule.operations.flatMap((operation) => {
      // Where an internal error is documented, a law has a say.
      const isDocumented = recording.contract.get(operation)?.statuses.includes('500') !== false;
      return isDocumented ? [] : (failingEachTime(operation, recording) ?? []);
    });
    return joinJudgements(
      answered,
      judgeEach(failing, (found) => found),
    );
  },
};

/** That a path doesn't take the method is said of no names and no values. */
function isNotThere({ intent, response }: Exchange): boolean {
  return intent?.kind === 'valid' && response?.status === 405;
}

/** What only the deployment's own description allows may still be refused for what it does not say. */
function isCertain({ intent }: Exchange): boolean {
  return (
    intent?.certain === true &&
    !intent.filled &&
    !(intent.kind === 'inside-bound' && intent.mutation !== undefined)
  );
}

/** What is asked of a record that may be gone is no valid request. */
function isAboutPresent(probe: Exchange, recording: Recording): boolean {
  if (probe.resource?.id === undefined || probe.resource.act === 'create') return true;
  const history = historyWith(recording, probe);
  return history !== undefined && isPresent(history, probe);
}

/** Nobody needs to be shown what may be private. */
function isOpen(probe: Exchange, recording: Recording): boolean {
  const history = probe.identity === 'missing' ? visibleRecordIn(probe, recording) : undefined;
  return history === undefined || stateBefore(history, probe).visibility === 'public';
}

/** What was sent coming back as it stands shows nothing of a record, only a status. */
function isEcho({ request, response }: Exchange): boolean {
  return request.body !== undefined && request.body === response?.body.text;
}

function isDocumentedFailure(probe: Exchange, operation: Operation | undefined): boolean {
  return operation?.statuses.includes(`${probe.response?.status}`) === true;
}

function departure(probe: Exchange, { statuses, answer }: Operation): Found | undefined {
  const success = statuses.filter((status) => status.startsWith('2'));
  if (!success.includes(`${probe.response?.status}`)) {
    const oneOf = success.map(Number);
    return finding([probe], {
      expected: { kind: 'status', oneOf, documented: statuses },
      observed: statusOf(probe),
    });
  }
  if (probe.response?.status === 204) return withoutBody(probe);
  const due = dueBody(probe, answer);
  return due && finding([probe], { expected: { kind: 'body-kind', body: due }, observed: bodyOf(probe) });
}

/** What the body of a success should have been; undefined where it is that. */
function dueBody(probe: Exchange, answer: Operation['answer']): BodyKind | undefined {
  if (answer === 'unspecified') return undefined;
  if (answer === 'array') return jsonFormOf(probe) === 'list' ? undefined : 'array';
  if (!hasJson(probe)) return 'json';
  const body = bodyIn(probe);
  return answer === 'string' && body !== null && typeof body !== 'string' ? 'text' : undefined;
}

function withoutBody(probe: Exchange): Found | undefined {
  if (probe.response?.body.text === '') return undefined;
  return finding([probe], { expected: { kind: 'body-kind', body: 'empty' }, observed: bodyOf(probe) });
}
