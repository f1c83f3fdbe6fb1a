import { comparedFieldsOf, idsOf } from '../spec/resources.ts';
import type { SubjectInput } from './subject-of.ts';

/** An answer that holds what was asked for, or the words that were sent, tells how the deployment calls it. */
export function confirmNames(input: SubjectInput): void {
  const { prepared, answer } = input;
  const { resource } = prepared.contract;
  const status = answer.response?.status ?? 0;
  // A clone may name what it was made of.
  if (status < 200 || status >= 300 || !prepared.probe.certain || resource?.does === 'clone') return;
  if (resource?.act === undefined) return;
  for (const field of idsOf(resource.family))
    confirm(input, field, prepared.path[field] ?? prepared.fields[field]);
  for (const field of comparedFieldsOf(resource.family)) {
    const sent = prepared.fields[field];
    if (isTelling(sent)) confirm(input, field, sent);
  }
}

function confirm(
  { prepared: { contract }, body, fieldMapping }: SubjectInput,
  field: string,
  asked: unknown,
): void {
  const found = fieldMapping.read(contract, field, body);
  if (asked === undefined || found === undefined || found.certain) return;
  if (String(found.value) === String(asked))
    fieldMapping.confirm(contract, field, { record: body, value: found.value });
}

/** Longer than a word that a record may hold by chance, such as one of the two visibilities. */
function isTelling(sent: unknown): boolean {
  return typeof sent === 'string' && sent.length > 'private'.length;
}
