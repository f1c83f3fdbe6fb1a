import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { byPath, keyOfPath, type Leaf, leavesIn, leavesOf } from '../../leaves.ts';
import { isOurs, shortened } from '../../our-texts.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const cloneKeepsTheRest: Check = {
  id: 'law.clone-keeps-the-rest',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-read'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(pairsOf(recording, operations), ({ bare, clone, read }) => {
      const named = new Set(leavesIn(requestIn(clone)).map(({ path }) => path.at(-1)));
      const shown = byPath(leavesOf(read));
      const lost = textsOf(bare).find(
        ({ path, value }) => !named.has(path.at(-1)) && shown.get(keyOfPath(path)) !== value,
      );
      return (
        lost &&
        finding([bare, clone, read], {
          expected: { kind: 'field', path: lost.path, oneOf: [shortened(lost.value)] },
          observed: { kind: 'field', path: lost.path, value: shown.get(keyOfPath(lost.path)) ?? null },
        })
      );
    }),
};

/** Two clones of one source, of which the second had a body. */
interface Pair {
  /** The first one, as it is read. */
  readonly bare: Exchange;
  readonly clone: ResourceExchange;
  readonly read: Exchange;
}

function pairsOf({ user, consistencyWindowMs }: Recording, operations: readonly string[]): readonly Pair[] {
  const calls = user.filter(isResourceCall).filter(isOwnSuccess);
  const clones = calls.filter(({ operation }) => operations.includes(operation));
  const readOf = (clone: ResourceExchange): ResourceExchange | undefined =>
    calls.findLast(
      ({ resource, sentAt }) =>
        resource.act === 'read' &&
        resource.family === clone.resource.family &&
        resource.id === clone.resource.id &&
        clone.resource.id !== undefined &&
        sentAt >= endedAt(clone) + consistencyWindowMs,
    );
  return clones
    .filter((clone) => leavesIn(requestIn(clone)).some(({ value }) => isOurs(value)))
    .flatMap((clone): Pair[] => {
      const other = clones.find(
        (one) => one.request.url === clone.request.url && one.request.body === undefined,
      );
      const [bare, read] = [other && readOf(other), readOf(clone)];
      return bare === undefined || read === undefined ? [] : [{ bare, clone, read }];
    });
}

function textsOf(read: Exchange): readonly Leaf[] {
  return leavesOf(read).filter(({ value }) => isOurs(value));
}
