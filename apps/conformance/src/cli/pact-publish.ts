import { UsageError } from '../deployment/errors.ts';
import { openBroker } from '../pact/broker/hal.ts';
import { publishContracts } from '../pact/broker/publish-contracts.ts';
import { findOwnPacts } from '../pact/pact-file.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance pact publish`: gives contracts to a broker, as those of one version of their consumer. */
export async function pactPublishCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  const values = parseOptions('pact publish', args);
  const { version, branch } = values;
  if (version === undefined || branch === undefined)
    throw new UsageError('pact publish needs --version (a commit) and --branch.');
  const hal = openBroker(values.broker, terminal);
  const { isTaken, lines } = await publishContracts(hal, values.pact ?? (await findOwnPacts()), {
    version,
    branch,
    buildUrl: values['build-url'],
  });
  terminal.out(`${printableText(lines.join('\n'))}\n`);
  return isTaken ? 0 : 1;
}
