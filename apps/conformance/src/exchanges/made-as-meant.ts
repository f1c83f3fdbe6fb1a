import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { isSentBack } from './confirm-names.ts';
import type { Prepared } from './prepare-call.ts';

/** Whether a new record plainly shows each value whose name in the body was only guessed. */
export function isMadeAsMeant(prepared: Prepared, body: unknown, fieldMapping: FieldMapping): boolean {
  const { contract, fields, sure = [] } = prepared;
  const guessed = Object.entries(fields).filter(([field]) => !sure.includes(field));
  return (
    contract.resource?.act === 'create' &&
    guessed.length > 0 &&
    !isSentBack(prepared, body) &&
    guessed.every(([field, value]) => {
      const shown = fieldMapping.read(contract, field, body);
      return shown?.certain === true && shown.value === value;
    })
  );
}
