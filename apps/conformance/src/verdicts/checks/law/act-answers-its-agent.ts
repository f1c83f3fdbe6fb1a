import { type Exchange, isOwnSuccess, isRefused, isSameCase } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { byPath, keyOfPath, type Leaf, leavesOf } from '../../leaves.ts';
import { isBeginning, shortened } from '../../our-texts.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const reads = ['getAgent', 'getChat'];

export const actAnswersItsAgent: Check = {
  id: 'law.act-answers-its-agent',
  drivenBy: 'sequences',
  evidence: ['success', 'read-twice'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(actsOf(recording, operations), ({ before, act, lasting, answered }) => {
      const wrong = lasting.find(({ path, value }) => {
        const key = keyOfPath(path);
        return answered.has(key) && answered.get(key) !== value && !isBeginning(answered.get(key), value);
      });
      if (wrong === undefined) return undefined;
      const path = wrong.path.map(String);
      return finding([before, act], {
        expected: { kind: 'field', path, oneOf: [shortened(wrong.value)], because: { kind: 'listed' } },
        observed: { kind: 'field', path, value: shortened(answered.get(keyOfPath(wrong.path))) },
      });
    }),
};

interface Act {
  readonly before: Exchange;
  readonly act: Exchange;
  /** What the same read shows before and after the act. */
  readonly lasting: readonly Leaf[];
  readonly answered: ReadonlyMap<string, unknown>;
}

/** Acts between two reads of the same agent and nothing else that may change it. */
function actsOf(recording: Recording, operations: readonly string[]): readonly Act[] {
  return probesOf(recording, operations)
    .filter(isOwnSuccess)
    .flatMap((act) => reads.flatMap((read) => actBetween(act, read, recording)));
}

function actBetween(act: Exchange, read: string, recording: Recording): readonly Act[] {
  const [id] = pathValues(act, recording);
  const isOfAgent = (one: Exchange): boolean => isSameCase(one, act) && pathValues(one, recording)[0] === id;
  const shown = probesOf(recording, [read]).filter((one) => isOwnSuccess(one) && isOfAgent(one));
  const before = shown.findLast((one) => endedAt(one) <= act.sentAt);
  const after = shown.find((one) => one.sentAt >= endedAt(act) + recording.consistencyWindowMs);
  if (id === undefined || before === undefined || after === undefined) return [];
  const between = recording.user.filter((one) => one.sentAt > before.sentAt && one.sentAt < after.sentAt);
  const others = between.filter(
    (one) => one.operation !== act.operation && one.request.method !== 'GET' && !isRefused(one),
  );
  if (others.some((one) => isSameCase(one, act) && one.request.url.toLowerCase().includes(id))) return [];
  const later = byPath(leavesOf(after));
  const lasting = leavesOf(before).filter(({ path, value }) => later.get(keyOfPath(path)) === value);
  const answered = byPath(leavesOf(act));
  return lasting.some(({ path }) => answered.has(keyOfPath(path)))
    ? [{ before, act, lasting, answered }]
    : [];
}
