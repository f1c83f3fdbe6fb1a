import { isDeepStrictEqual } from 'node:util';
import { comparedFieldsOf, idsOf } from '../spec/resources.ts';
import type { SubjectInput } from './subject-of.ts';

/** An answer that holds what was asked for, or the words that were sent, tells how the deployment calls it. */
export function confirmNames(input: SubjectInput): void {
  const { prepared, answer } = input;
  const { resource } = prepared.contract;
  const status = answer.response?.status ?? 0;
  // A clone may name what it was made of.
  if (status < 200 || status >= 300 || resource?.act === undefined || resource.does === 'clone') return;
  if (prepared.probe.certain)
    for (const field of idsOf(resource.family))
      confirm(input, field, prepared.path[field] ?? prepared.fields[field]);
  if (prepared.probe.kind !== 'valid' || isSentBack(prepared, input.body)) return;
  for (const field of comparedFieldsOf(resource.family)) {
    const sent = prepared.fields[field];
    if (isTelling(sent) && confirm(input, field, sent)) input.fieldMapping.sawTaken(prepared.contract, field);
  }
  if (prepared.wire !== undefined)
    input.fieldMapping.learnFromEcho(prepared.contract, prepared.wire, input.body);
}

/** What only sends the request back has taken and made nothing. */
export function isSentBack({ wire }: Pick<SubjectInput['prepared'], 'wire'>, body: unknown): boolean {
  return isDeepStrictEqual(body, wire);
}

/** Whether the answer shows what was asked for under this name. */
function confirm(
  { prepared: { contract }, body, fieldMapping }: SubjectInput,
  field: string,
  asked: unknown,
): boolean {
  const found = fieldMapping.read(contract, field, body);
  if (asked === undefined || found === undefined || String(found.value) !== String(asked)) return false;
  if (!found.certain) fieldMapping.confirm(contract, field, { record: body, value: found.value });
  return true;
}

/** As long as a color at least; a record may have one of the two visibilities by chance. */
function isTelling(sent: unknown): boolean {
  return typeof sent === 'string' && sent.length >= '#336699'.length && sent !== 'private';
}
