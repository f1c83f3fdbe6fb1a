import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import type { Operation } from '../../../spec/spec.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { isUser, probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isNoLoneValue: Check = {
  id: 'law.no-lone-value',
  area: 'resource',
  evidence: ['success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter((one) => isAnswer(one, recording) && bodyIn(one) !== undefined),
      (one) =>
        isLone(one, recording)
          ? finding([one], { expected: { kind: 'body-kind', body: 'object' }, observed: bodyOf(one) })
          : undefined,
    ),
};

function isAnswer(one: Exchange, { contract }: Recording): boolean {
  const isOpen = contract.get(one.operation)?.secured === false;
  const isOdd = one.intent?.kind === 'mutation';
  return succeeded(one) && one.response?.body.ended === 'complete' && !isOdd && (isUser(one.identity) || isOpen);
}

/** A list without anything in it says nothing by itself: only where records were seen to come, one was due. */
function isLone(one: Exchange, recording: Recording): boolean {
  const body = bodyIn(one);
  const operation = recording.contract.get(one.operation);
  if (body === null) return operation !== undefined && !mayBeNull(operation);
  if (isRecord(body)) return Object.values(body).some(hasGap);
  if (!Array.isArray(body)) return true;
  if (hasGap(body)) return true;
  const others = probesOf(recording, [one.operation]);
  return body.length === 0 && others.some((other) => isAnswer(other, recording) && isRecord(bodyIn(other)));
}

/** A list of records with null for one of them. */
function hasGap(value: unknown): boolean {
  return Array.isArray(value) && value.some(isRecord) && value.includes(null);
}

/** "AgentThemePreferenceResponse or null" */
function mayBeNull({ resource }: Operation): boolean {
  return resource?.family.absent !== undefined && resource.does === 'read';
}
