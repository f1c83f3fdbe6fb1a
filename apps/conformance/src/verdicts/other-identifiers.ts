import { type Exchange, isOwnSuccess } from '../exchanges/exchange.ts';
import { isId } from '../json/find-record.ts';
import { loneRecordIn, recordOf } from '../json/json-record.ts';
import { isUuid } from '../json/uuid.ts';
import { bodyIn } from './bodies.ts';
import type { Recording } from './verdict.ts';

/**
 * Whether two identifiers are of one record, which may have several and be asked for by each of them: they stand side by side
 * in the answer of another operation.
 */
export function areOfOneRecord(
  { user }: Recording,
  answer: Exchange,
  [one, other]: readonly [unknown, unknown],
): boolean {
  return (
    isUuid(one) &&
    isUuid(other) &&
    user.some((beside) => {
      if (beside.operation === answer.operation || !isOwnSuccess(beside)) return false;
      const values = Object.values(recordOf(loneRecordIn(bodyIn(beside))));
      return values.some((value) => isId(value, one)) && values.some((value) => isId(value, other));
    })
  );
}
