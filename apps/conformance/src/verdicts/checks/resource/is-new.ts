import { succeeded } from '../../../exchanges/exchange.ts';
import { isId, membersIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { pathValues } from '../../path-values.ts';
import {
  isResourceCall,
  type ResourceExchange,
  type ResourceHistory,
  resourceHistories,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isNew: Check = {
  id: 'resource.is-new',
  drivenBy: 'sequences',
  evidence: ['record-made'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) => {
    const made = resourceHistories(recording).flatMap((history): Made[] =>
      history.calls
        .filter((call) => operations.includes(call.operation) && makes(call, recording))
        .map((call) => ({ history, call })),
    );
    const clones = clonesOfNothingNew(recording, operations);
    if (made.length + clones.length < 2) return judgeEach([], () => undefined);
    return judgeEach([...made, ...clones], ({ history, call, before = sameBefore(history, call) }) =>
      before === undefined
        ? undefined
        : finding([before, call], {
            expected: { kind: 'unique', what: 'record', family: history.family },
            observed: { kind: 'repeated', id: history.id },
          }),
    );
  },
};

interface Made {
  readonly history: ResourceHistory;
  readonly call: ResourceExchange;
  /** What showed the same record before, where that is known. */
  readonly before?: ResourceExchange;
}

/**
 * Clones that show the original's identifier under every name under which the original shows it: what is new about
 * them has none of its own.
 */
function clonesOfNothingNew(recording: Recording, operations: readonly string[]): readonly Made[] {
  const histories = resourceHistories(recording);
  return recording.user.filter(isResourceCall).flatMap((call): Made[] => {
    const isClone = recording.contract.get(call.operation)?.resource?.does === 'clone';
    const isUnnamed = call.resource.id === undefined && succeeded(call);
    if (!isClone || !isUnnamed || !operations.includes(call.operation)) return [];
    const [original] = pathValues(call, recording);
    const history = histories.find(
      ({ family, id }) => family === call.resource.family && id.toLowerCase() === original,
    );
    const before = history?.calls.find(
      (read) => read.resource.act === 'read' && succeeded(read) && read.sentAt <= call.sentAt,
    );
    if (history === undefined || before === undefined) return [];
    const names = namesOf(before, history.id);
    const cloned = namesOf(call, history.id);
    return names.length > 0 && names.every((name) => cloned.includes(name))
      ? [{ history, call, before }]
      : [];
  });
}

/** The names under which an answer shows an identifier. */
function namesOf(exchange: ResourceExchange, wanted: string): readonly string[] {
  return membersIn(bodyIn(exchange)).flatMap(([name, value]) => (isId(value, wanted) ? [name] : []));
}

/** Not one that was asked for by its identifier. */
function makes(call: ResourceExchange, { contract }: Recording): boolean {
  const { resource, request, operation, response } = call;
  const isNamed = request.body?.includes(resource.id ?? '') === true;
  const isMaking = contract.get(operation)?.resource?.act === 'create';
  return isMaking && succeeded(call) && !!response && !isNamed;
}

/** What showed the same record before, or at the same time, not removed since. */
function sameBefore(
  { calls, existenceEvidence }: ResourceHistory,
  call: ResourceExchange,
): ResourceExchange | undefined {
  const before = existenceEvidence.find(({ id, sentAt }) => id !== call.id && sentAt <= call.sentAt);
  if (before === undefined) return undefined;
  // Of two at once, either may have been the first.
  const bothEnded = Math.max(endedAt(before), endedAt(call));
  const isRemoved = calls.some(({ resource, sentAt }) => resource.act === 'remove' && sentAt <= bothEnded);
  return isRemoved ? undefined : before;
}
