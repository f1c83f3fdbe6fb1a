import { idsOf } from '../spec/resources.ts';
import type { SubjectInput } from './subject-of.ts';

/** An answer that holds the identifier that was asked for tells how the deployment calls it. */
export function confirmNames({ prepared, answer, body, fieldMapping }: SubjectInput): void {
  const { contract, path, fields, probe } = prepared;
  const { resource } = contract;
  const status = answer.response?.status ?? 0;
  // A clone may name what it was made of.
  if (status < 200 || status >= 300 || !probe.certain || resource?.does === 'clone') return;
  for (const field of resource?.act === undefined ? [] : idsOf(resource.family)) {
    const asked = path[field] ?? fields[field];
    const found = fieldMapping.read(contract, field, body);
    if (asked === undefined || found === undefined || found.certain) continue;
    if (String(found.value) === String(asked))
      fieldMapping.confirm(contract, field, { record: body, value: found.value });
  }
}
