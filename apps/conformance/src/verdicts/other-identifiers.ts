import { type Exchange, isOwnSuccess, succeeded } from '../exchanges/exchange.ts';
import { isId } from '../json/find-record.ts';
import { loneRecordIn, recordOf } from '../json/json-record.ts';
import { isUuid } from '../json/uuid.ts';
import { idsOf } from '../spec/resources.ts';
import { bodyIn } from './bodies.ts';
import { leavesIn } from './leaves.ts';
import { memoize } from './memoize.ts';
import type { Recording } from './verdict.ts';

interface Compared {
  /** The name under which the other one is shown. */
  readonly name: string | number | undefined;
  readonly id: string;
  readonly shown: unknown;
}

/** Whether an answer shows under a name, where that of a record is due, the identifier of another one. */
export function showsAnother(recording: Recording, answer: Exchange, compared: Compared): boolean {
  return (
    !isId(compared.shown, compared.id) &&
    !areOfOneRecord(recording, answer, compared) &&
    isKnownAs(recording, answer, compared)
  );
}

/**
 * Whether two identifiers are of one record of a family that has several, as an agent is a chat too, and may be asked for by
 * each of them: they stand side by side in the answer of another operation.
 */
function areOfOneRecord(recording: Recording, { operation }: Exchange, { id, shown }: Compared): boolean {
  if (!isUuid(id) || !isUuid(shown)) return false;
  return shownTogether(recording).some(
    ({ answer, ids }) =>
      answer.operation !== operation && isOwnSuccess(answer) && has(ids, id) && has(ids, shown),
  );
}

/**
 * Whether an identifier was shown under a name by another operation. One that wasn't may be of another kind: that of a chat
 * opens its agent too, which is then shown by its own.
 */
function isKnownAs({ user }: Recording, { operation }: Exchange, { name, id }: Compared): boolean {
  return user.some(
    (answer) =>
      answer.operation !== operation &&
      succeeded(answer) &&
      leavesIn(bodyIn(answer)).some(({ path, value }) => path.at(-1) === name && isId(value, id)),
  );
}

/** The identifiers that stand beside one in a record of such a family, whoever asked for it. */
export function identifiersBeside(recording: Recording, id: string): readonly string[] {
  const beside = shownTogether(recording).flatMap(({ ids }) => (has(ids, id) ? ids : []));
  return [...new Set(beside)].filter((one) => !isId(one, id));
}

function has(ids: readonly string[], id: string): boolean {
  return ids.some((one) => isId(one, id));
}

interface Together {
  readonly answer: Exchange;
  readonly ids: readonly string[];
}

/** The identifiers of each record that an answer shows by itself, of families that have several. */
const shownTogether = memoize(({ user, contract }: Recording): readonly Together[] => {
  const isOfSuch = ({ operation }: Exchange): boolean => {
    const family = contract.get(operation)?.resource?.family;
    return family !== undefined && idsOf(family).length > 1;
  };
  return user
    .filter((answer) => succeeded(answer) && isOfSuch(answer))
    .map((answer) => ({ answer, ids: Object.values(recordOf(loneRecordIn(bodyIn(answer)))).filter(isUuid) }));
});
