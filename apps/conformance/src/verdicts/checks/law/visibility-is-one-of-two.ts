import { thirdVisibility } from '../../../deployment/field-mapping/translate.ts';
import {
  type Exchange,
  isOwnSuccess,
  isRefused,
  isSameCase,
  succeeded,
} from '../../../exchanges/exchange.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { byPath, keyOfPath, type Leaf, leavesIn, leavesOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const visibilityIsOneOfTwo: Check = {
  id: 'law.visibility-is-one-of-two',
  drivenBy: 'sequences',
  evidence: ['mutation', 'record-written'],
  needs: [],
  judge: (recording, { operations }) => {
    const taken = judgeEach(
      operations.flatMap((operation) => triesOf(recording, operation)),
      ({ write, read, path, value }) =>
        value === thirdVisibility
          ? finding([write, read], {
              expected: {
                kind: 'field',
                path: path.map(String),
                oneOf: ['private', 'public'],
                because: { kind: 'listed' },
              },
              observed: { kind: 'field', path: path.map(String), value },
            })
          : undefined,
    );
    const refused = operations.flatMap((operation) => refusedTries(recording, operation));
    return { ...taken, subjects: taken.subjects + refused.length };
  },
};

interface Try {
  readonly write: ResourceExchange;
  readonly read: ResourceExchange;
  /** Where the read shows what stood there as the visibility before. */
  readonly path: Leaf['path'];
  readonly value: unknown;
}

/** Changes to a third setting that were taken, and the next read of the record. */
function triesOf(recording: Recording, operation: string): readonly Try[] {
  const calls = recording.user
    .filter(isResourceCall)
    .filter((one) => one.identity === 'own' && succeeded(one));
  return probesOf(recording, [operation])
    .filter(isResourceCall)
    .filter((write) => isThird(write) && succeeded(write))
    .flatMap((write) => {
      const reads = calls.filter(
        (one) =>
          one.resource.act === 'read' && one.resource.id === write.resource.id && isSameCase(one, write),
      );
      const read = reads.find((one) => one.sentAt > write.sentAt);
      const before = reads.findLast((one) => one.sentAt < write.sentAt);
      const path = before && pathOf(before);
      if (read === undefined || path === undefined) return [];
      const value = byPath(leavesOf(read)).get(keyOfPath(path));
      return value === undefined ? [] : [{ write, read, path, value }];
    });
}

/** Where others of the two were taken. */
function refusedTries(recording: Recording, operation: string): readonly Exchange[] {
  const calls = probesOf(recording, [operation]);
  const isOther = (one: Exchange): boolean =>
    isOwnSuccess(one) && isResourceCall(one) && one.resource.wrote?.visibility !== undefined;
  return calls.some(isOther) ? calls.filter((one) => isThird(one) && isRefused(one)) : [];
}

function isThird(write: Exchange): boolean {
  return leavesIn(requestIn(write)).some(({ value }) => value === thirdVisibility);
}

/** Where a read shows the visibility, which it names by a word. */
function pathOf(read: ResourceExchange): Leaf['path'] | undefined {
  const { visibility } = read.resource.shows ?? {};
  return leavesOf(read).find(({ value }) => value === visibility)?.path;
}
