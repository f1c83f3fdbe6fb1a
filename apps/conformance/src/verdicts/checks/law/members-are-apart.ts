import { isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { historyOf, isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** The members of a record, listed before and after one was added to another record, and never to this one. */
interface Addition {
  /** The family of the records that have members. */
  readonly owners: string;
  readonly before: ResourceExchange;
  readonly add: ResourceExchange;
  readonly after: ResourceExchange;
}

export const membersAreApart: Check = {
  id: 'law.members-are-apart',
  drivenBy: 'sequences',
  evidence: ['record-made', 'records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(additionsIn(recording, operations), ({ owners, before, add, after }) => {
      const { id = '', family } = add.resource;
      if (!after.resource.listed?.includes(id)) return undefined;
      return finding([before, add, after], {
        expected: {
          kind: 'absent',
          record: { family, id },
          because: {
            kind: 'not-subject',
            record: { family: owners, id: after.resource.parent ?? '' },
          },
        },
        observed: { kind: 'listed', times: 1, length: after.resource.listed.length },
      });
    }),
};

function additionsIn(recording: Recording, operations: readonly string[]): readonly Addition[] {
  const { user, contract } = recording;
  const calls = user.filter(isResourceCall).filter(({ identity }) => identity === 'own');
  const members = calls.filter(({ operation }) => operations.includes(operation));
  const lists = members.filter(({ resource }) => resource.listed);
  const adds = members.filter((one) => one.resource.act === 'create' && !isRefused(one));
  // A clone may have what the record has that it is made of.
  const creations = calls
    .filter(({ resource }) => resource.act === 'create')
    .filter((one) => succeeded(one) && contract.get(one.operation)?.resource?.does !== 'clone');
  return adds.filter(succeeded).flatMap((add) => {
    const owners = contract.get(add.operation)?.resource?.family.parent?.family ?? '';
    const made = creations.filter(({ resource }) => resource.family === owners);
    return lists
      .filter((after) => after.sentAt >= endedAt(add) && isSameCase(after, add))
      .flatMap((after) => {
        const again = givenAgain({ family: owners, add, after }, recording);
        const isOther = after.resource.parent !== add.resource.parent || again !== undefined;
        if (!isOther || mayHold(after, add, { owners, calls, adds, since: again?.sentAt })) return [];
        const before =
          again ??
          lists.find((one) => isListedBefore(one, after, add)) ??
          made.find((one) => isMadeLater(one, after, add));
        const isNew = before !== undefined && !before.resource.listed?.includes(add.resource.id ?? '');
        return isNew ? [{ owners, before, add, after }] : [];
      });
  });
}

/** The creation of the record that has been given the identifier of the one with the member since. */
function givenAgain(
  { family, add, after }: Pick<Addition, 'add' | 'after'> & { readonly family: string },
  recording: Recording,
): ResourceExchange | undefined {
  if (after.resource.parent !== add.resource.parent) return undefined;
  const record = { family, id: add.resource.parent ?? '' };
  const [one, other] = [add, after].map((call) => historyOf(recording, record, call));
  const [born] = other?.existenceEvidence ?? [];
  return one !== other && born?.resource.act === 'create' ? born : undefined;
}

interface Others {
  readonly owners: string;
  readonly calls: readonly ResourceExchange[];
  readonly adds: readonly ResourceExchange[];
  /** From when on the record has its identifier, where another one had it before. */
  readonly since: number | undefined;
}

/** Whether the member may have been added to this record as well, or the record was given members in another way. */
function mayHold(
  list: ResourceExchange,
  { resource: { id = '' } }: ResourceExchange,
  { owners, calls, adds, since = Number.NEGATIVE_INFINITY }: Others,
): boolean {
  const { parent } = list.resource;
  // One that was answered by trouble tells no member, and may have been done.
  const mayBeIt = ({ resource }: ResourceExchange): boolean =>
    resource.parent === parent && (resource.id === undefined || resource.id === id);
  const isAdded = adds.some((one) => mayBeIt(one) && one.sentAt <= endedAt(list) && endedAt(one) >= since);
  return (
    isAdded ||
    calls.some(
      (one) =>
        one.resource.family === owners &&
        one.resource.act === 'change' &&
        one.resource.id === parent &&
        endedAt(one) >= since &&
        one.request.body?.includes(id),
    )
  );
}

function isListedBefore(one: ResourceExchange, after: ResourceExchange, add: ResourceExchange): boolean {
  return one.resource.parent === after.resource.parent && endedAt(one) <= add.sentAt;
}

/** A record that came only after the member was added, and was not made with it. */
function isMadeLater(made: ResourceExchange, after: ResourceExchange, add: ResourceExchange): boolean {
  const isIt = made.resource.id === after.resource.parent && made.sentAt >= endedAt(add);
  return isIt && !made.request.body?.includes(add.resource.id ?? '');
}
