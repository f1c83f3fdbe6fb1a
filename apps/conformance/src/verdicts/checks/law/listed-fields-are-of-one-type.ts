import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { entriesOf } from '../../lists.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const types = ['string', 'number', 'boolean', 'list', 'object'] as const;
type Type = (typeof types)[number];

/** A field that has one type in all entries of each of two lists. */
interface SharedField {
  readonly name: string;
  readonly one: ListedField;
  readonly other: ListedField;
}

interface ListedField {
  readonly list: Exchange;
  readonly index: number;
  readonly value: unknown;
  readonly type: Type;
}

export const listedFieldsAreOfOneType: Check = {
  id: 'law.listed-fields-are-of-one-type',
  drivenBy: 'sequences',
  evidence: ['success-of-each'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(sharedFields(recording, operations), ({ name, one, other }) =>
      one.type === other.type
        ? undefined
        : finding([one.list, other.list], {
            expected: {
              kind: 'same-as',
              other: { by: 'exchange', exchange: one.list.id },
              path: [name],
              value: one.value,
            },
            observed: { kind: 'field', path: [`${other.index}`, name], value: other.value },
          }),
    ),
};

function sharedFields(recording: Recording, operations: readonly string[]): readonly SharedField[] {
  const [first, ...others] = operations.map((operation) => fieldsIn(recording, operation));
  return others.flatMap((fields) =>
    [...fields].flatMap(([name, other]) => {
      const one = first?.get(name);
      return one === undefined ? [] : [{ name, one, other }];
    }),
  );
}

/** The fields that have one type wherever the operation's answers show a value. */
function fieldsIn({ user }: Recording, operation: string): ReadonlyMap<string, ListedField> {
  const seen = user
    .filter((one) => one.operation === operation && isOwnSuccess(one))
    .flatMap((list) =>
      (entriesOf(list) ?? []).flatMap((entry, index) =>
        Object.entries(entry).map(([name, value]) => ({ name, list, index, value, type: typeOf(value) })),
      ),
    );
  const fields = new Map<string, ListedField>();
  for (const [name, values] of Map.groupBy(seen, (one) => one.name)) {
    const shown = values.flatMap(({ type, ...one }) => (type === undefined ? [] : [{ ...one, type }]));
    const [first] = shown;
    if (first !== undefined && shown.every(({ type }) => type === first.type)) fields.set(name, first);
  }
  return fields;
}

/** Nothing is of any type. */
function typeOf(value: unknown): Type | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return 'list';
  return types.find((type) => type === typeof value);
}
