import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { createEnvironment, listEnvironments } from '../pact/broker/environments.ts';
import { openBroker } from '../pact/broker/hal.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const actions = ['create', 'list'];

/** `agent-conformance pact environment create|list`: the places that a broker knows. */
export async function pactEnvironmentCommand(
  [action = '', ...args]: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  if (action === 'create') return create(args, terminal);
  if (action === 'list') return list(args, terminal);
  throw new UsageError(`pact environment needs one of ${actions.join(', ')}.${didYouMean(action, actions)}`);
}

async function create(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('pact environment create', args);
  const { name } = values;
  if (name === undefined) throw new UsageError('pact environment create needs --name.');
  const hal = openBroker(values.broker, terminal);
  await createEnvironment(hal, {
    name,
    displayName: values['display-name'] ?? name,
    production: values.production,
  });
  terminal.out(printableText(`The environment ${name} is there now.\n`));
  return 0;
}

async function list(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('pact environment list', args);
  const environments = await listEnvironments(openBroker(values.broker, terminal));
  const shown = environments.map(({ name, displayName, production }) => ({ name, displayName, production }));
  const lines = shown.map(({ name, production }) => `${name}${production ? '  production' : ''}\n`);
  terminal.out(
    values.json
      ? `${JSON.stringify(shown, null, 2)}\n`
      : printableText(lines.join('') || 'There are none.\n'),
  );
  return 0;
}
