import { familyOf } from '../cases/journeys/families.ts';
import type { SubjectInput } from './subject-of.ts';

/** An answer that holds the identifier that was asked for tells how the deployment calls it. */
export function confirmNames({ prepared, answer, body, vocabulary }: SubjectInput): void {
  const { contract, path, fields, probe } = prepared;
  const status = answer.response?.status ?? 0;
  // A clone may name what it was made of.
  if (status < 200 || status >= 300 || !probe.certain || contract.id.startsWith('clone')) return;
  for (const role of familyOf(contract.id)?.ids ?? []) {
    const asked = path[role] ?? fields[role];
    const found = vocabulary.read(contract, role, body);
    if (asked === undefined || found === undefined || found.certain) continue;
    if (String(found.value) === String(asked))
      vocabulary.confirm(contract, role, { record: body, value: found.value });
  }
}
