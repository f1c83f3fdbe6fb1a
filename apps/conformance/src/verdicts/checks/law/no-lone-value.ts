import type { Exchange } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import type { Operation } from '../../../spec/spec.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { isWholeSuccess, probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isNoLoneValue: Check = {
  id: 'law.no-lone-value',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer', isOfShapes: true },
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

function isAnswer(one: Exchange, recording: Recording): boolean {
  return isWholeSuccess(one, recording) && one.intent?.kind !== 'mutation';
}

function isLone(one: Exchange, recording: Recording): boolean {
  const body = bodyIn(one);
  const operation = recording.contract.get(one.operation);
  if (operation === undefined) return false;
  if (body === null) return !mayBeNull(operation);
  if (isRecord(body)) return Object.values(body).some(hasGap);
  if (!Array.isArray(body) || !mayBeList(operation) || hasGap(body)) return true;
  // A list without anything in it says nothing by itself: only where records were seen to come, one was due.
  const others = probesOf(recording, [one.operation]);
  return body.length === 0 && others.some((other) => isAnswer(other, recording) && isRecord(bodyIn(other)));
}

/** "AgentThemePreferenceResponse or null" */
function mayBeNull({ resource }: Operation): boolean {
  return resource?.family.absent !== undefined && resource.does === 'read';
}

/** What lists something, puts it in order or tells of each day may well be a list. */
function mayBeList({ id, resource }: Operation): boolean {
  if (resource === undefined || listing.includes(resource.does)) return true;
  const { identifiers, views } = resource.family;
  return identifiers.length === 0 && views.some(({ operations }) => operations.includes(id));
}

const listing: readonly string[] = ['list', 'reorder'];

/** A list of records with null for one of them. */
function hasGap(value: unknown): boolean {
  return Array.isArray(value) && value.some(isRecord) && value.includes(null);
}
