import { caseWords } from '../cases/case.ts';
import type { Call, Further } from '../cases/sequences/sequence.ts';
import { attributeText } from '../deployment/field-mapping/attributes.ts';
import { memberNamed } from '../deployment/field-mapping/contents.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { FurtherField, FurtherKind } from '../deployment/field-mapping/further-fields.ts';
import type { Operation } from '../spec/spec.ts';
import type { Origin } from './exchange.ts';
import type { Memory } from './resolve-references.ts';

interface From extends Pick<Memory, 'answers' | 'nonce' | 'fieldMapping'> {
  readonly origin: Origin;
}

/** What a call writes into the further fields of its body, and which of them the deployment's own document tells. */
export interface FurtherValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly told: readonly string[];
  /** What a field takes is its caller's to choose, but for the owner. */
  readonly chosen: readonly string[];
}

export function furtherValues(
  { further }: Call,
  operation: Operation,
  { origin, nonce, fieldMapping, answers }: From,
): FurtherValues {
  if (further === undefined) return { values: {}, told: [], chosen: [] };
  const { step, attempt } = origin;
  const fields = fieldsFor(further, operation, fieldMapping);
  const values = fields.map(({ name }) => {
    if (further.kind === 'owner') return [name, memberNamed(name, answers.get(further.of)?.body)] as const;
    const text = attributeText(name, { step, attempt, id: caseWords(origin.case), nonce });
    return [name, valueFor(further, text)] as const;
  });
  return {
    values: Object.fromEntries(values),
    // Which record is the default one, a deployment may settle by itself.
    told: fields.filter(({ isTold, kind }) => isTold && kind !== 'default').map(({ name }) => name),
    chosen: fields.filter(({ kind }) => kind !== 'owner').map(({ name }) => name),
  };
}

type WrittenField = Omit<FurtherField, 'kind'> & { readonly kind: FurtherKind | 'text' };

/** The further fields of a body that such a call is for. */
export function fieldsFor(
  further: Further,
  operation: Operation,
  fieldMapping: GuessedFrom,
): readonly WrittenField[] {
  return further.kind === 'guess'
    ? guessesFor(further.name, operation, fieldMapping)
    : fieldMapping.furtherFields(operation).filter((one) => one.kind === further.kind);
}

type GuessedFrom = Pick<FieldMapping, 'attributes' | 'describedNames' | 'furtherFields'>;

/** A name is guessed where neither a document nor an answer tells any of its kind. */
function guessesFor(
  name: string,
  operation: Operation,
  { attributes, describedNames, furtherFields }: GuessedFrom,
): readonly WrittenField[] {
  const kind = guessable[name]?.kind;
  const isKnown =
    kind === undefined
      ? attributes(operation).length > 0
      : furtherFields(operation).some((one) => one.kind === kind);
  return isKnown || describedNames(operation) !== undefined
    ? []
    : [{ name, kind: kind ?? 'text', isTold: false }];
}

/** What stands under the names that are not those of texts. */
const guessable: Readonly<Record<string, Exclude<Further, { kind: 'guess' | 'owner' }>>> = {
  tags: { kind: 'list' },
  metadata: { kind: 'record', member: 'note' },
};

/** Words of a list may be kept in small letters. */
function valueFor(further: Exclude<Further, { kind: 'owner' }>, text: string): unknown {
  if (further.kind === 'guess') {
    const as = guessable[further.name];
    return as === undefined ? text : valueFor(as, text);
  }
  if (further.kind === 'flag') return further.value;
  if (further.kind === 'default') return true;
  return further.kind === 'list' ? [text.toLowerCase()] : { [further.member]: text };
}
