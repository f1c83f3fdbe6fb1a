import { UsageError } from '../deployment/errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { Redaction } from '../traffic/redaction.ts';
import type { Values } from './options/option-table.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/**
 * What `--redact` and `--no-bodies` say together.
 *
 * @throws UsageError for a path that names no field
 */
export function toRedaction(values: Pick<Values<'record'>, 'redact' | 'no-bodies'>): Redaction {
  const paths = (values.redact ?? []).map(toPath);
  return values['no-bodies'] ? 'all-values' : paths;
}

/** JSONPath's `$.` and `[*]` say nothing more: a path begins anywhere, and lists are no step of it. */
function toPath(text: string): readonly string[] {
  const names = text
    .replace(/^\$\.*/, '')
    .replaceAll('[*]', '')
    .split('.');
  if (names.every((name) => name !== '' && !/[[\]]/.test(name))) return names;
  throw new UsageError(
    `--redact takes names of fields with dots between them, such as email or customer.name, not ${JSON.stringify(text)}.`,
  );
}

/** Such as: `--no-bodies costs 3 rules, which need values of bodies: …` */
export function tellCost({ leftOut }: Plan, { progress }: Pick<TerminalStreams, 'progress'>): void {
  const costs = leftOut.filter(({ why }) => why.kind === 'no-values').map(({ id }) => id);
  if (costs.length === 0) return;
  const rules = costs.length === 1 ? '1 rule, which needs' : `${costs.length} rules, which need`;
  progress(`--no-bodies costs ${rules} values of bodies: ${costs.join(', ')}.\n`);
}
