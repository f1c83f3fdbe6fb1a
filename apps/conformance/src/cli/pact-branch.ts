import { UsageError } from '../deployment/errors.ts';
import { setMainBranch } from '../pact/broker/environments.ts';
import { openBroker } from '../pact/broker/hal.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance pact branch`: which branch of a client or provider is its main one. */
export async function pactBranchCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { pacticipant, main, broker } = parseOptions('pact branch', args);
  if (pacticipant === undefined || main === undefined)
    throw new UsageError('pact branch needs --pacticipant and --main.');
  await setMainBranch(openBroker(broker, terminal), pacticipant, main);
  terminal.out(printableText(`The main branch of ${pacticipant} is ${main}.\n`));
  return 0;
}
