import { UsageError } from '../deployment/errors.ts';
import { findBroker } from '../pact/broker/broker.ts';
import { setMainBranch } from '../pact/broker/environments.ts';
import { createHal } from '../pact/broker/hal.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance pact branch`: which branch of a client or provider is its main one. */
export async function pactBranchCommand(
  args: readonly string[],
  { environment, signal, out }: TerminalStreams,
): Promise<number> {
  const { pacticipant, main, broker } = parseOptions('pact branch', args);
  if (pacticipant === undefined || main === undefined)
    throw new UsageError('pact branch needs --pacticipant and --main.');
  await setMainBranch(createHal(findBroker(broker, environment), signal), pacticipant, main);
  out(printableText(`The main branch of ${pacticipant} is ${main}.\n`));
  return 0;
}
