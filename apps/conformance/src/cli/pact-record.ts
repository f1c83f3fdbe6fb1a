import { UsageError } from '../deployment/errors.ts';
import { findBroker } from '../pact/broker/broker.ts';
import { record, recordUndeployment } from '../pact/broker/environments.ts';
import { createHal } from '../pact/broker/hal.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance pact record-deployment`: tells a broker that a version is now in an environment. */
export async function pactRecordDeploymentCommand(
  args: readonly string[],
  { environment: variables, signal, out }: TerminalStreams,
): Promise<number> {
  const { pacticipant, version, environment, instance, broker } = parseOptions(
    'pact record-deployment',
    args,
  );
  if (pacticipant === undefined || version === undefined || environment === undefined)
    throw new UsageError('pact record-deployment needs --pacticipant, --version and --environment.');
  const hal = createHal(findBroker(broker, variables), signal);
  await record(hal, 'deployment', { pacticipant, version, environment, instance });
  out(printableText(`${pacticipant} ${version} is recorded as deployed to ${environment}.\n`));
  return 0;
}

/** `agent-conformance pact record-release`: tells a broker that users of an environment may have a version. */
export async function pactRecordReleaseCommand(
  args: readonly string[],
  { environment: variables, signal, out }: TerminalStreams,
): Promise<number> {
  const { pacticipant, version, environment, broker } = parseOptions('pact record-release', args);
  if (pacticipant === undefined || version === undefined || environment === undefined)
    throw new UsageError('pact record-release needs --pacticipant, --version and --environment.');
  const hal = createHal(findBroker(broker, variables), signal);
  await record(hal, 'release', { pacticipant, version, environment });
  out(printableText(`${pacticipant} ${version} is recorded as released to ${environment}.\n`));
  return 0;
}

/** `agent-conformance pact record-undeployment`: tells a broker that what was deployed is gone. */
export async function pactRecordUndeploymentCommand(
  args: readonly string[],
  { environment: variables, signal, out }: TerminalStreams,
): Promise<number> {
  const { pacticipant, environment, instance, broker } = parseOptions('pact record-undeployment', args);
  if (pacticipant === undefined || environment === undefined)
    throw new UsageError('pact record-undeployment needs --pacticipant and --environment.');
  const hal = createHal(findBroker(broker, variables), signal);
  const versions = await recordUndeployment(hal, { pacticipant, environment, instance });
  out(printableText(`${pacticipant} ${versions.join(', ')} is recorded as gone from ${environment}.\n`));
  return 0;
}
