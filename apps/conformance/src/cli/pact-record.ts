import { UsageError } from '../deployment/errors.ts';
import { type Placed, record, recorded, recordUndeployment } from '../pact/broker/environments.ts';
import { openBroker } from '../pact/broker/hal.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance pact record-deployment`: tells a broker that a version is now in an environment. */
export async function pactRecordDeploymentCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  return recordPlaced('deployment', parseOptions('pact record-deployment', args), terminal);
}

/** `agent-conformance pact record-release`: tells a broker that users of an environment may have a version. */
export async function pactRecordReleaseCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  return recordPlaced('release', parseOptions('pact record-release', args), terminal);
}

type PlacedOptions = { readonly [Name in keyof Placed | 'broker']?: string | undefined };

async function recordPlaced(
  what: keyof typeof recorded,
  { pacticipant, version, environment, instance, broker }: PlacedOptions,
  terminal: TerminalStreams,
): Promise<number> {
  if (pacticipant === undefined || version === undefined || environment === undefined)
    throw new UsageError(`pact record-${what} needs --pacticipant, --version and --environment.`);
  await record(openBroker(broker, terminal), what, { pacticipant, version, environment, instance });
  const { words } = recorded[what];
  terminal.out(printableText(`${pacticipant} ${version} is recorded as ${words} to ${environment}.\n`));
  return 0;
}

/** `agent-conformance pact record-undeployment`: tells a broker that what was deployed is gone. */
export async function pactRecordUndeploymentCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  const { pacticipant, environment, instance, broker } = parseOptions('pact record-undeployment', args);
  if (pacticipant === undefined || environment === undefined)
    throw new UsageError('pact record-undeployment needs --pacticipant and --environment.');
  const hal = openBroker(broker, terminal);
  const versions = await recordUndeployment(hal, { pacticipant, environment, instance });
  terminal.out(
    printableText(`${pacticipant} ${versions.join(', ')} is recorded as gone from ${environment}.\n`),
  );
  return 0;
}
