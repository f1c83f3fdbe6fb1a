import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { at, isRecord, loneRecordIn } from '../../../json/json-record.ts';
import { isUuid } from '../../../json/uuid.ts';
import type { IdentifierType } from '../../../spec/resources.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { entriesOf } from '../../lists.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What a record has where its identifier is told to stand. */
interface Told {
  readonly answer: Exchange;
  readonly path: readonly string[];
  readonly value: unknown;
  readonly types: readonly IdentifierType[];
}

export const toldIdentifierHasItsType: Check = {
  id: 'law.told-identifier-has-its-type',
  drivenBy: 'sequences',
  evidence: ['told-place'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations)
        .filter(isOwnSuccess)
        .flatMap((one) => toldIn(one, recording)),
      ({ answer, path, value, types }) =>
        types.some((type) => isOf(type, value))
          ? undefined
          : finding([answer], {
              expected: { kind: 'field', path, type: types.includes('integer') ? 'number' : 'string' },
              observed: { kind: 'field', path, value },
            }),
    ),
};

/** A record that was removed may have no identifier any more; nothing is of no type. */
function toldIn(answer: Exchange, { contract }: Recording): readonly Told[] {
  const { family, does } = contract.get(answer.operation)?.resource ?? {};
  const records = does === 'list' ? (entriesOf(answer) ?? []) : [loneRecordIn(bodyIn(answer))];
  return (family?.identifiers ?? []).flatMap(({ field, types }) => {
    const path = field === null ? undefined : answer.places?.[field];
    if (path === undefined) return [];
    const values = records.map((record) => unwrappedFrom(at(record, path), path.at(-1)));
    return values
      .filter((value) => value !== undefined && value !== null)
      .map((value) => ({ answer, path, value, types }));
  });
}

/** A record around the field may be called as the field is. */
function unwrappedFrom(value: unknown, name = ''): unknown {
  return isRecord(value) && name in value ? value[name] : value;
}

const isOf = (type: IdentifierType, value: unknown): boolean =>
  ({ uuid: isUuid(value), integer: Number.isInteger(value), string: typeof value === 'string' })[type];
