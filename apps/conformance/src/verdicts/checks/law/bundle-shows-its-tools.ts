import { recordIn } from '../../../json/find-record.ts';
import { recordOf } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { quietPairs } from '../../quiet-reads.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const bundleShowsItsTools: Check = {
  id: 'law.bundle-shows-its-tools',
  drivenBy: 'sequences',
  evidence: ['record-read', 'records-listed'],
  needs: [],
  judge: (recording, { operations }) => {
    const tools = new Set(
      recording.user.flatMap(({ resource }) =>
        resource?.family === 'bundle tool' && resource.act === 'create' ? (resource.id ?? []) : [],
      ),
    );
    return judgeEach(
      pairsIn(recording, operations).flatMap((pair) => {
        const due = new Set([...tools, ...(hasNoTools(pair.read) ? (pair.list.resource.listed ?? []) : [])]);
        return [...due].map((tool) => ({ ...pair, tool }));
      }),
      ({ list, read, tool }) => {
        const isListed = list.resource.listed?.includes(tool) === true;
        if (isListed === holds(read, tool)) return undefined;
        const record = { family: 'bundle tool', id: tool };
        return finding([list, read], {
          expected: isListed
            ? { kind: 'listed', record, times: 1, because: { kind: 'made', record } }
            : { kind: 'absent', record, because: { kind: 'removed', record } },
          observed: { kind: 'listed', times: isListed ? 0 : 1, length: list.resource.listed?.length ?? 0 },
        });
      },
    );
  },
};

interface Pair {
  readonly list: ResourceExchange;
  readonly read: ResourceExchange;
}

/** A bundle and the list of its tools while nothing is written, where some bundle was seen to name its tools, or to have none. */
function pairsIn(recording: Recording, operations: readonly string[]): readonly Pair[] {
  const calls = recording.user
    .filter(isResourceCall)
    .filter(({ identity, operation }) => identity === 'own' && operations.includes(operation));
  const lists = calls.filter(({ resource }) => resource.listed);
  const reads = calls.filter(({ resource }) => resource.act === 'read');
  const namesTools = reads.some((read) =>
    lists.some(
      (list) =>
        list.resource.parent === read.resource.id && list.resource.listed?.some((tool) => holds(read, tool)),
    ),
  );
  const pairs = quietPairs(
    recording,
    (read) => reads.includes(read) && (namesTools || hasNoTools(read)),
    (list, read) =>
      lists.includes(list) &&
      list.resource.parent === read.resource.id &&
      (namesTools || list.resource.listed?.length !== 0),
  );
  return pairs.map(([read, list]) => ({ list, read }));
}

function holds(read: ResourceExchange, tool: string): boolean {
  return leavesOf(read).some(({ value }) => value === tool);
}

/** Whether it has an empty list by the name that the interface has for what a bundle holds, or the deployment. */
function hasNoTools(read: ResourceExchange): boolean {
  if (read.has?.some(({ field, holds }) => field === 'tools' && holds === 'empty-list')) return true;
  const { tools } = recordOf(recordIn(bodyIn(read), read.resource.id ?? ''));
  return Array.isArray(tools) && tools.length === 0;
}
