import { caseKey } from '../../../cases/case.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { isId, recordIn } from '../../../json/find-record.ts';
import { recordOf } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { typeOfId } from '../../findings/type-of-id.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A record's identifier under one name in a read, and in the entry of a list or the answer to a write. */
interface Subject {
  readonly read: ResourceExchange;
  readonly other: ResourceExchange;
  readonly name: string;
  readonly shown: unknown;
  readonly otherwise: unknown;
}

export const identifierHasOneType: Check = {
  id: 'law.identifier-has-one-type',
  drivenBy: 'sequences',
  evidence: ['record-read', 'record-shown'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ read, other, name, shown, otherwise }) =>
      typeof shown === typeof otherwise
        ? undefined
        : finding([read, other], {
            expected: { kind: 'field', path: [name], type: typeOfId(shown) },
            observed: { kind: 'field', path: [name], value: otherwise },
          }),
    ),
};

function subjectsIn({ user }: Recording, operations: readonly string[]): readonly Subject[] {
  const answered = user
    .filter(isResourceCall)
    .filter((one) => one.identity === 'own' && succeeded(one) && operations.includes(one.operation));
  const others = Map.groupBy(
    answered.filter(({ resource }) => ['list', 'create', 'change'].includes(resource.act)),
    ({ origin }) => caseKey(origin.case),
  );
  return answered
    .filter(({ resource }) => resource.act === 'read')
    .flatMap((read) =>
      (others.get(caseKey(read.origin.case)) ?? []).flatMap((other) => sharedBy(read, other)),
    );
}

function sharedBy(read: ResourceExchange, other: ResourceExchange): readonly Subject[] {
  const { id, family } = read.resource;
  if (id === undefined || family !== other.resource.family || !isAbout(other, id)) return [];
  const shown = recordOf(recordIn(bodyIn(other), id));
  return Object.entries(recordOf(recordIn(bodyIn(read), id))).flatMap(([name, value]) => {
    const otherwise = shown[name];
    return isId(value, id) && isId(otherwise, id) ? [{ read, other, name, shown: value, otherwise }] : [];
  });
}

function isAbout({ resource }: ResourceExchange, id: string): boolean {
  return resource.act === 'list' ? resource.listed?.includes(id) === true : resource.id === id;
}
