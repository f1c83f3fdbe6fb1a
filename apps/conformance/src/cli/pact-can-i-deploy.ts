import { UsageError } from '../deployment/errors.ts';
import { askDeployability, type Deployability } from '../pact/broker/deployability.ts';
import { openBroker } from '../pact/broker/hal.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions, toNumber } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const longestWait = 3_600;

/** `agent-conformance pact can-i-deploy`: whether a version is verified with all that it would meet there. */
export async function pactCanIDeployCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  const values = parseOptions('pact can-i-deploy', args);
  const { pacticipant, version, to } = values;
  if (pacticipant === undefined || version === undefined || to === undefined)
    throw new UsageError('pact can-i-deploy needs --pacticipant, --version and --to.');
  const seconds = toNumber('wait-while-unknown', values['wait-while-unknown'], { min: 0, max: longestWait });
  const hal = openBroker(values.broker, terminal);
  const asked = { selectors: [{ pacticipant, version }], environment: to };
  const found = await askDeployability(hal, asked, { waitMs: seconds * 1000, signal: terminal.signal });
  terminal.out(
    values.json ? `${JSON.stringify(found)}\n` : `${printableText(`${words(found)} ${found.reason}`)}\n`,
  );
  return found.deployable === null ? 3 : found.deployable ? 0 : 1;
}

function words({ deployable }: Deployability): string {
  if (deployable === null) return 'Not known yet.';
  return deployable ? 'Yes.' : 'No.';
}
