import { type Exchange, isOwnSuccess, succeeded } from '../exchanges/exchange.ts';
import { isId } from '../json/find-record.ts';
import { loneRecordIn, recordOf } from '../json/json-record.ts';
import { isUuid } from '../json/uuid.ts';
import { idsOf } from '../spec/resources.ts';
import { bodyIn } from './bodies.ts';
import type { Recording } from './verdict.ts';

type Answers = Pick<Recording, 'user' | 'contract'>;

/**
 * Whether two identifiers are of one record of a family that has several, as an agent is a chat too, and may be asked for by
 * each of them: they stand side by side in the answer of another operation.
 */
export function areOfOneRecord(
  recording: Answers,
  { operation }: Exchange,
  [one, other]: readonly [unknown, unknown],
): boolean {
  if (!isUuid(one) || !isUuid(other)) return false;
  const others = recording.user.filter((beside) => beside.operation !== operation && isOwnSuccess(beside));
  return identifiersIn(others, recording).some(
    (ids) => ids.some((id) => isId(id, one)) && ids.some((id) => isId(id, other)),
  );
}

/** The identifiers that stand beside one in a record of such a family, whoever asked for it. */
export function identifiersBeside(recording: Answers, id: string): readonly string[] {
  const all = identifiersIn(recording.user.filter(succeeded), recording);
  const beside = all.filter((ids) => ids.some((one) => isId(one, id))).flat();
  return [...new Set(beside)].filter((one) => !isId(one, id));
}

/** Those of each record that one of the answers shows by itself. */
function identifiersIn(answers: readonly Exchange[], { contract }: Answers): readonly (readonly string[])[] {
  return answers
    .filter(({ operation }) => {
      const family = contract.get(operation)?.resource?.family;
      return family !== undefined && idsOf(family).length > 1;
    })
    .map((answer) => Object.values(recordOf(loneRecordIn(bodyIn(answer)))).filter(isUuid));
}
