import { UsageError } from '../deployment/errors.ts';
import { findBroker, runBrokerCommand } from '../pact/broker/broker.ts';
import { type Deployability, readDeployability } from '../pact/broker/deployability.ts';
import { lastWords } from '../pact/last-words.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions, toNumber } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const intervalSeconds = 10;
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
  const { environment, signal } = terminal;
  const ended = await runBrokerCommand({
    broker: findBroker(values.broker, environment),
    args: [
      ...['can-i-deploy', '--pacticipant', pacticipant, '--version', version, '--to-environment', to],
      ...['--output', 'json', ...waiting(seconds)],
    ],
    environment,
    signal,
  });
  const found = readDeployability(ended);
  if (found === undefined) throw new UsageError(`The broker can't tell: ${lastWords(ended)}`);
  const says = `${words(found)} ${found.reason}`;
  terminal.out(values.json ? `${JSON.stringify(found)}\n` : `${printableText(says)}\n`);
  return found.deployable === null ? 3 : found.deployable ? 0 : 1;
}

function waiting(seconds: number): string[] {
  const times = Math.ceil(seconds / intervalSeconds);
  return times === 0 ? [] : ['--retry-while-unknown', `${times}`, '--retry-interval', `${intervalSeconds}`];
}

function words({ deployable }: Deployability): string {
  if (deployable === null) return 'Not known yet.';
  return deployable ? 'Yes.' : 'No.';
}
