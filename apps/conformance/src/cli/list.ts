import { loadSpec } from '../spec/load-spec.ts';
import type { Rule } from '../spec/spec.ts';
import { parseOptions } from './parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance list`: every rule, and whether it is checked or why not. */
export async function listCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { json } = parseOptions('list', args, { json: { type: 'boolean', default: false } });
  const { rules } = await loadSpec();
  if (json) {
    terminal.out(`${JSON.stringify(rules, null, 2)}\n`);
    return 0;
  }
  const checked = rules.filter(({ checks }) => checks !== undefined);
  terminal.out(
    `${rules.length} rules, ${checked.length} of them checked\n\n${rules.map(toLine).join('\n')}\n`,
  );
  return 0;
}

function toLine({ id, section, checks, notChecked, text }: Rule): string {
  const status = checks === undefined ? `not checked: ${notChecked}` : 'checked';
  return `${id}  (section ${section}, ${status})\n    “${text}”`;
}
