import { wrap } from '../report/wrap.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { NotChecked, Rule } from '../spec/spec.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance list`: every rule, and whether it is checked or why not. */
export async function listCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { json } = parseOptions('list', args);
  const { rules } = await loadSpec();
  if (json) {
    terminal.out(`${JSON.stringify(rules, null, 2)}\n`);
    return 0;
  }
  const checked = rules.filter(({ checks }) => checks !== undefined);
  terminal.out(
    `${rules.flatMap(toLines).join('\n')}\n\n${rules.length} rules, ${checked.length} of them checked\n`,
  );
  return 0;
}

function toLines({ id, basis, section, notChecked, text, reading }: Rule): string[] {
  const where = section === '' ? '' : `, section ${section}`;
  const status = notChecked === undefined ? 'checked' : `not checked, ${reasonOf(notChecked)}`;
  const words = reading ?? (basis === 'declared' ? text : `“${text}”`);
  return [...wrap(`${id}  (${basis}${where}, ${status})`, '    '), ...wrap(`    ${words}`, '    ')];
}

function reasonOf({ why, rule, needs, text }: NotChecked): string {
  const kind = {
    unobservable: 'unobservable',
    repeats: `repeats ${rule ?? 'others'}`,
    'binds-documents': 'binds documents',
    needs: `needs ${needs}`,
  }[why];
  return `${kind}: ${text}`;
}
