import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { startEmbedded } from '../deployment/start-embedded.ts';
import { findBroker } from '../pact/broker/broker.ts';
import { pactsAtBroker } from '../pact/broker/broker-source.ts';
import { buildContractReport } from '../pact/contract-report.ts';
import { pactsInFiles } from '../pact/file-source.ts';
import { formatOutcomes } from '../pact/outcome-table.ts';
import { findOwnPacts } from '../pact/pact-file.ts';
import { type Provider, providers } from '../pact/provider.ts';
import { type PactSource, verify } from '../pact/verify.ts';
import { openResults } from '../results/write-results.ts';
import { lineOf, loadSpec } from '../spec/load-spec.ts';
import type { Values } from './options/option-table.ts';
import { parseOptions } from './options/parse-options.ts';
import { repeatTarget, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

type PactValues = Values<'pact verify'>;

/** `agent-conformance pact verify`: verifies a deployment against contracts; gives the exit code. */
export async function pactVerifyCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('pact verify', args);
  const { source, remove } =
    values.broker === undefined ? await inFiles(values) : await atBroker(values, terminal.environment);
  try {
    return await verifyFrom(source, values, terminal);
  } finally {
    await remove();
  }
}

async function inFiles(values: PactValues) {
  const brokerOnly = ['selector', 'provider-version', 'provider-branch', 'wip-since', 'build-url'] as const;
  const stray = [...brokerOnly, 'pending', 'publish'].find((name) => values[name as keyof PactValues]);
  if (stray !== undefined) throw new UsageError(`pact verify --${stray} needs --broker.`);
  const paths = values.pact ?? (await findOwnPacts());
  return pactsInFiles(paths, { only: values.only ?? '', providers: providersOf(values.provider) });
}

async function atBroker(values: PactValues, environment: NodeJS.ProcessEnv) {
  if (values.pact !== undefined || values.only !== undefined)
    throw new UsageError('pact verify takes contracts from --broker or from --pact and --only, not both.');
  const source = await pactsAtBroker({
    broker: findBroker(values.broker, environment),
    providers: providersOf(values.provider),
    selectors: values.selector ?? [],
    providerVersion: values['provider-version'],
    providerBranch: values['provider-branch'],
    enablePending: values.pending,
    wipSince: values['wip-since'],
    publish: values.publish,
    buildUrl: values['build-url'],
  });
  return { source, remove: async () => {} };
}

function providersOf(name: string | undefined): readonly Provider[] {
  if (name === undefined) return providers;
  const found = providers.filter((provider) => provider === name);
  if (found.length > 0) return found;
  throw new UsageError(`There is no provider ${name}: it is one of ${providers.join(', ')}.`);
}

async function verifyFrom(
  source: PactSource,
  values: PactValues,
  terminal: TerminalStreams,
): Promise<number> {
  const spec = await loadSpec();
  const results = values.results === undefined ? undefined : await openResults(values.results);
  const embed = () => startEmbedded({ controlled: true });
  const startedAt = new Date();
  const target = await findDeployment(toTargetOptions(values), terminal.environment, embed);
  try {
    const { deployment, control } = target;
    if (deployment.profile === 'read-only')
      throw new UsageError(
        'pact verify brings states about, starts runs and makes records: add --allow-writes.',
      );
    terminal.progress(`Agent Workers contracts · ${deployment.name}\n`);
    const { environment, signal } = terminal;
    const { operations } = spec;
    const common = { deployment, control, operations, source, environment, signal };
    const outcomes = await verify({ ...common, ...toMilliseconds(values) });
    const { exchanges, report, plan, verdicts } = buildContractReport({
      deployment,
      spec,
      outcomes,
      lineOf: await lineOf(),
      targetOptions: repeatTarget(values),
      startedAt,
      durationMs: Date.now() - startedAt.getTime(),
      wasStopped: signal.aborted,
    });
    results?.planned(plan);
    for (const exchange of exchanges) results?.record(exchange);
    await results?.finish({ verdicts, report });
    terminal.out(
      values.json
        ? `${JSON.stringify(report, null, 2)}\n`
        : formatOutcomes(outcomes, report, terminal.colour),
    );
    return report.summary.exitCode;
  } finally {
    await target.stop();
  }
}
