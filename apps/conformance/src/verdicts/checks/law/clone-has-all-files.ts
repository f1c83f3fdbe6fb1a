import { isOwnSuccess, isRefused, isWrite } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { isOurs } from '../../our-texts.ts';
import { pathValues } from '../../path-values.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const cloneHasAllFiles: Check = {
  id: 'law.clone-has-all-files',
  drivenBy: 'sequences',
  evidence: ['record-made', 'records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ source, clone, copy }) => {
      const [due, shown] = [countIn(source), countIn(copy)];
      return shown === 0 || shown >= due
        ? undefined
        : finding([source, clone, copy], {
            expected: { kind: 'count', of: 'records', exactly: due },
            observed: { kind: 'count', count: shown },
          });
    }),
};

export const cloneKeepsTheOrder: Check = {
  id: 'law.clone-keeps-the-order',
  drivenBy: 'sequences',
  evidence: ['record-made', 'records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ source, clone, copy }) => {
      const [due, shown] = [textsIn(source), textsIn(copy)];
      const both = due.filter((text) => shown.includes(text));
      const now = shown.filter((text) => both.includes(text));
      return both.length < 2 || both.join('\n') === now.join('\n')
        ? undefined
        : finding([source, clone, copy], {
            expected: { kind: 'order', by: 'position', ids: both },
            observed: { kind: 'order', ids: now },
          });
    }),
};

/** The texts of ours in a list of files, each of which only one of them has. */
function textsIn(list: ResourceExchange): readonly string[] {
  const texts = leavesOf(list).flatMap(({ value }) => (isOurs(value) ? [value] : []));
  return texts.filter((text) => texts.indexOf(text) === texts.lastIndexOf(text));
}

/** The files of an agent, its clone, and the files of that. */
interface Subject {
  readonly source: ResourceExchange;
  readonly clone: ResourceExchange;
  readonly copy: ResourceExchange;
}

function subjectsIn(recording: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = recording.user.filter(isResourceCall);
  const own = calls.filter(({ operation }) => operations.includes(operation)).filter(isOwnSuccess);
  const lists = own.filter(({ resource }) => resource.listed !== undefined && resource.certain);
  // Where an agent never was without a file, a clone may have one of its own.
  if (!lists.some((list) => countIn(list) === 0)) return [];
  const agentOf = (one: ResourceExchange): string | undefined => pathValues(one, recording)[0];
  return own
    .filter(({ resource, request }) => resource.act === 'create' && request.body === undefined)
    .flatMap((clone): Subject[] => {
      const source = lists.findLast(
        (list) => agentOf(list) === agentOf(clone) && endedAt(list) <= clone.sentAt,
      );
      const copy = lists.find(
        (list) =>
          agentOf(list) === clone.resource.id &&
          list.sentAt >= endedAt(clone) + recording.consistencyWindowMs,
      );
      if (source === undefined || copy === undefined || countIn(source) < 2) return [];
      const isChanged = calls.some(
        (one) =>
          isWrite(one) &&
          !isRefused(one) &&
          one.resource.family === source.resource.family &&
          [agentOf(clone), clone.resource.id].includes(agentOf(one)) &&
          one.sentAt < endedAt(copy) &&
          // What was removed may still have been listed.
          (one.resource.act === 'remove' || endedAt(one) > source.sentAt),
      );
      return isChanged ? [] : [{ source, clone, copy }];
    });
}

function countIn({ resource }: ResourceExchange): number {
  return resource.listed?.length ?? 0;
}
