import { UsageError } from '../deployment/errors.ts';
import { findBroker, runBrokerCommand } from '../pact/broker/broker.ts';
import { findOwnPacts, readPactFile } from '../pact/pact-file.ts';
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
  const files = values.pact ?? (await findOwnPacts());
  await Promise.all(files.map(readPactFile));
  const buildUrl = values['build-url'] === undefined ? [] : ['--build-url', values['build-url']];
  const { environment, signal } = terminal;
  const ended = await runBrokerCommand({
    broker: findBroker(values.broker, environment),
    args: ['publish', ...files, '--consumer-app-version', version, '--branch', branch, ...buildUrl],
    environment,
    signal,
  });
  terminal.out(ended.out);
  terminal.progress(ended.complaints);
  return ended.exitCode === 0 ? 0 : 1;
}
