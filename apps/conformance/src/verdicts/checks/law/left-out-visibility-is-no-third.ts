import { isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories, traceOf } from '../../resources.ts';
import { overlap } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A write that left the visibility out, what it may be afterwards, and the next answer that shows it. */
interface LeftOut {
  readonly history: ResourceHistory;
  readonly write: ResourceExchange;
  readonly allowed: readonly unknown[];
  readonly answer: ResourceExchange;
}

export const leftOutVisibilityIsNoThird: Check = {
  id: 'law.left-out-visibility-is-no-third',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-read'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      changesWithout(recording).filter(({ write }) => operations.includes(write.operation)),
      ({ history, allowed, answer }) => {
        const value = visibilityOf(answer);
        if (allowed.includes(value)) return undefined;
        return finding(traceOf(history, answer), {
          expected: { kind: 'field', path: ['visibility'], oneOf: allowed },
          observed: { kind: 'field', path: ['visibility'], value },
        });
      },
    ),
};

function changesWithout(recording: Recording): readonly LeftOut[] {
  const histories = resourceHistories(recording);
  return histories.flatMap((history) => {
    const initial = initialOf(histories, history.family);
    if (initial === undefined) return [];
    return history.calls.flatMap((write) => {
      const isAct = does(write, recording) === 'act' && isOwn(write);
      if (!isAct && !(write.resource.act === 'change' && isPlainWithout(write))) return [];
      const answer = readNext(history, write);
      const before = visibilitiesUntil(history, write);
      const allowed = [...new Set(isAct ? before : [...before, initial])];
      return answer === undefined || before.length === 0 ? [] : [{ history, write, answer, allowed }];
    });
  });
}

/** What every record of the own user gets that is made without a visibility. */
function initialOf(histories: readonly ResourceHistory[], family: string): unknown {
  const values = histories
    .filter((history) => history.family === family)
    .flatMap(({ existenceEvidence: [made] }) =>
      made?.resource.act === 'create' && isPlainWithout(made) ? [visibilityOf(made)] : [],
    );
  const [initial] = values;
  return values.every((value) => value === initial) ? initial : undefined;
}

/** An act is about something else, whatever its body says. */
function does({ operation }: ResourceExchange, { contract }: Recording): string | undefined {
  return contract.get(operation)?.resource?.does;
}

function isOwn(call: ResourceExchange): boolean {
  return call.identity === 'own' && call.intent?.kind !== 'refusal' && succeeded(call);
}

/** The own user's, taken as it was meant, of a body that is known. */
function isPlainWithout(call: ResourceExchange): boolean {
  const { identity, intent, resource } = call;
  const isMeant = identity === 'own' && intent?.kind === 'valid' && succeeded(call);
  const { wrote, unsure } = resource;
  const isOpen = unsure === 'all' || unsure?.includes('visibility') === true;
  return isMeant && wrote !== undefined && !('visibility' in wrote) && !isOpen;
}

/** All that the record was before, as a read may be behind. */
function visibilitiesUntil({ calls }: ResourceHistory, write: ResourceExchange): readonly unknown[] {
  return calls
    .filter((call) => call.id !== write.id && call.sentAt <= write.sentAt)
    .flatMap(({ resource: { wrote, shows } }) => [wrote?.visibility, shows?.visibility])
    .filter((value) => value !== undefined);
}

/** The next read of its owner, if nothing else was written until then. */
function readNext({ calls }: ResourceHistory, write: ResourceExchange): ResourceExchange | undefined {
  const next = calls.find(
    (call) => call.id !== write.id && (call.sentAt > write.sentAt || overlap(call, write)),
  );
  const isRead = next !== undefined && !isWrite(next) && next.identity === 'own' && succeeded(next);
  return isRead && visibilityOf(next) !== undefined ? next : undefined;
}

function visibilityOf({ resource }: ResourceExchange): unknown {
  return resource.shows?.visibility;
}
