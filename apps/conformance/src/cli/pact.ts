import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { pactVerifyCommand } from './pact-verify.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const commands = {
  verify: pactVerifyCommand,
} as const;

/** `agent-conformance pact …`: contracts of consumers, here and at a broker. */
export async function pactCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const [name = '', ...rest] = args;
  const known = Object.keys(commands);
  if (!isCommand(name))
    throw new UsageError(`pact needs one of ${known.join(', ')}.${didYouMean(name, known)}`);
  return commands[name](rest, terminal);
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
