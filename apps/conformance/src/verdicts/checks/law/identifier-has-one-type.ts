import { isId, recordIn } from '../../../json/find-record.ts';
import { recordOf } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { typeOfId } from '../../findings/parts.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A record's identifier under one name in a read and in the entry of a list. */
interface Subject {
  readonly read: ResourceExchange;
  readonly list: ResourceExchange;
  readonly name: string;
  readonly shown: unknown;
  readonly listed: unknown;
}

export const identifierHasOneType: Check = {
  id: 'law.identifier-has-one-type',
  area: 'resource',
  evidence: ['record-read', 'records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ read, list, name, shown, listed }) =>
      typeof shown === typeof listed
        ? undefined
        : finding([read, list], {
            expected: { kind: 'field', path: [name], type: typeOfId(shown) },
            observed: { kind: 'field', path: [name], value: listed },
          }),
    ),
};

function subjectsIn({ user }: Recording, operations: readonly string[]): readonly Subject[] {
  const answered = user
    .filter(isResourceCall)
    .filter((one) => one.identity === 'own' && one.response?.status === 200);
  const lists = Map.groupBy(
    answered.filter(({ resource, operation }) => resource.act === 'list' && operations.includes(operation)),
    ({ origin }) => origin.case.id,
  );
  return answered
    .filter(({ resource, operation }) => resource.act === 'read' && operations.includes(operation))
    .flatMap((read) => (lists.get(read.origin.case.id) ?? []).flatMap((list) => sharedBy(read, list)));
}

function sharedBy(read: ResourceExchange, list: ResourceExchange): readonly Subject[] {
  const { id, family } = read.resource;
  if (id === undefined || family !== list.resource.family || !list.resource.listed?.includes(id)) return [];
  const entry = recordOf(recordIn(bodyIn(list), id));
  return Object.entries(recordOf(recordIn(bodyIn(read), id))).flatMap(([name, shown]) => {
    const listed = entry[name];
    return isId(shown, id) && isId(listed, id) ? [{ read, list, name, shown, listed }] : [];
  });
}
