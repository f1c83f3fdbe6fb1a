import { UsageError } from '../deployment/errors.ts';
import { findBroker, runBrokerCommand } from '../pact/broker/broker.ts';
import { lastWords } from '../pact/last-words.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance pact record-deployment`: tells a broker that a version is now in an environment. */
export async function pactRecordDeploymentCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  const values = parseOptions('pact record-deployment', args);
  const { pacticipant, version, environment: place } = values;
  if (pacticipant === undefined || version === undefined || place === undefined)
    throw new UsageError('pact record-deployment needs --pacticipant, --version and --environment.');
  const instance = values.instance === undefined ? [] : ['--application-instance', values.instance];
  const { environment, signal } = terminal;
  const ended = await runBrokerCommand({
    broker: findBroker(values.broker, environment),
    args: [
      ...['record-deployment', '--pacticipant', pacticipant, '--version', version],
      ...['--environment', place, ...instance],
    ],
    environment,
    signal,
  });
  if (ended.exitCode !== 0) throw new UsageError(`The broker did not record it: ${lastWords(ended)}`);
  terminal.out(`${pacticipant} ${version} is recorded as deployed to ${place}.\n`);
  return 0;
}
