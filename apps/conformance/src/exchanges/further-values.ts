import { caseWords } from '../cases/case.ts';
import type { Call, Further } from '../cases/sequences/sequence.ts';
import { attributeText } from '../deployment/field-mapping/attributes.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { FurtherField } from '../deployment/field-mapping/further-fields.ts';
import type { Operation } from '../spec/spec.ts';
import type { Origin } from './exchange.ts';

interface From {
  readonly origin: Origin;
  readonly nonce: string;
  readonly fieldMapping: FieldMapping;
}

/** What a call writes into the further fields of its body, and which of them the deployment's own document tells. */
export interface FurtherValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly told: readonly string[];
}

export function furtherValues(
  { further }: Call,
  operation: Operation,
  { origin, nonce, fieldMapping }: From,
): FurtherValues {
  if (further === undefined) return { values: {}, told: [] };
  const { step, attempt } = origin;
  const fields = fieldsFor(further, operation, fieldMapping);
  const values = fields.map(({ name }) => {
    const text = attributeText(name, { step, attempt, id: caseWords(origin.case), nonce });
    return [name, valueFor(further, text)] as const;
  });
  return {
    values: Object.fromEntries(values),
    // Which record is the default one, a deployment may settle by itself.
    told: fields.filter(({ isTold, kind }) => isTold && kind !== 'default').map(({ name }) => name),
  };
}

/** The further fields of a body that such a call is for. */
export function fieldsFor(
  { kind }: Further,
  operation: Operation,
  { furtherFields }: Pick<FieldMapping, 'furtherFields'>,
): readonly FurtherField[] {
  return furtherFields(operation).filter((one) => one.kind === kind);
}

/** Words of a list may be kept in small letters. */
function valueFor(further: Further, text: string): unknown {
  if (further.kind === 'flag') return further.value;
  if (further.kind === 'default') return true;
  return further.kind === 'list' ? [text.toLowerCase()] : { [further.member]: text };
}
