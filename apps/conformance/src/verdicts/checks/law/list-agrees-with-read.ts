import { caseKey } from '../../../cases/case.ts';
import { isId, isSameMoment, recordIn } from '../../../json/find-record.ts';
import { recordOf } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { memoize } from '../../memoize.ts';
import { quietTimes } from '../../quiet-reads.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A value that the entry of a list and a read of the same record have under one name. */
interface Shared {
  readonly id: string;
  readonly family: string;
  readonly list: ResourceExchange;
  readonly read: ResourceExchange;
  readonly name: string;
  readonly listed: unknown;
  readonly shown: unknown;
}

export const listAgreesWithRead: Check = {
  id: 'law.list-agrees-with-read',
  drivenBy: 'sequences',
  evidence: ['record-read', 'records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) => {
    const agreed = agreedNames(recording);
    return judgeEach(
      quietTimes(recording)
        .flatMap(steadyPairs)
        .filter(
          ({ list, read }) => operations.includes(list.operation) || operations.includes(read.operation),
        )
        .filter((shared) => agreed.has(keyOf(shared))),
      (shared) => {
        if (isSame(shared)) return undefined;
        const { family, id, list, read, name, listed, shown } = shared;
        const record = { family, id };
        return finding([list, read], {
          expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record } },
          observed: { kind: 'field', path: [name], value: shown, before: listed },
        });
      },
    );
  },
};

function keyOf({ list, read, name }: Shared): string {
  return [list.operation, read.operation, name].join('\n');
}

function isSame({ listed, shown }: Shared): boolean {
  return listed === shown || isSameMoment(listed, shown);
}

/** A list may show a record in words of its own: only what was seen to be the same is due to be. */
const agreedNames = memoize((recording: Recording): ReadonlySet<string> => {
  const own = recording.user.filter(isResourceCall).filter((one) => one.identity === 'own');
  const lists = Map.groupBy(own.filter(isList), ({ origin }) => caseKey(origin.case));
  const names = own
    .filter(isRead)
    .flatMap((read) =>
      (lists.get(caseKey(read.origin.case)) ?? []).flatMap((list) =>
        sharedBy(list, read).filter(isSame).map(keyOf),
      ),
    );
  return new Set(names);
});

/** What all lists and all reads of a quiet time show alike, each among themselves. */
function steadyPairs(time: readonly ResourceExchange[]): readonly Shared[] {
  const lists = time.filter(isList);
  const pairs = time.filter(isRead).flatMap((read) => lists.flatMap((list) => sharedBy(list, read)));
  const groups = Map.groupBy(pairs, (one) => `${keyOf(one)}\n${one.id}`);
  return [...groups.values()].flatMap((same) => {
    const [first, ...others] = same;
    if (first === undefined || others.length === 0) return [];
    const isSteady = others.every((one) => one.listed === first.listed && one.shown === first.shown);
    return isSteady ? [first] : [];
  });
}

/** Flags, words and whole numbers under one name. */
function sharedBy(list: ResourceExchange, read: ResourceExchange): readonly Shared[] {
  const { id, family } = read.resource;
  if (id === undefined || family !== list.resource.family || !list.resource.listed?.includes(id)) return [];
  const entry = recordIn(bodyIn(list), id);
  const record = recordOf(recordIn(bodyIn(read), id));
  return Object.entries(recordOf(entry)).flatMap(([name, listed]) => {
    const shown = record[name];
    const isKnown = isPlain(listed) && isPlain(shown) && !isId(listed, id);
    return isKnown ? [{ id, family, list, read, name, listed, shown }] : [];
  });
}

function isPlain(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'string' || Number.isInteger(value);
}

function isList(one: ResourceExchange): boolean {
  return one.resource.act === 'list' && one.response?.status === 200;
}

function isRead(one: ResourceExchange): boolean {
  return one.resource.act === 'read' && one.response?.status === 200;
}
