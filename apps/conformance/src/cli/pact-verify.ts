import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { startEmbedded } from '../deployment/start-embedded.ts';
import { buildContractReport } from '../pact/contract-report.ts';
import { formatOutcomes } from '../pact/outcome-table.ts';
import { findOwnPacts } from '../pact/pact-file.ts';
import { type PactSource, pactsInFiles, verify } from '../pact/verify.ts';
import { openResults } from '../report/write-results.ts';
import { lineOf, loadSpec } from '../spec/load-spec.ts';
import { parseOptions } from './parse-options.ts';
import { repeatTarget, targetOptions, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  ...targetOptions,
  pact: { type: 'string', multiple: true },
  only: { type: 'string' },
  results: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseOptions<typeof options>>;

/** `agent-conformance pact verify`: verifies a deployment against contracts; gives the exit code. */
export async function pactVerifyCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('pact verify', args, options);
  const { source, remove } = await pactsInFiles(values.pact ?? (await findOwnPacts()), values.only);
  try {
    return await verifyFrom(source, values, terminal);
  } finally {
    await remove();
  }
}

async function verifyFrom(source: PactSource, values: Values, terminal: TerminalStreams): Promise<number> {
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
    const { exchanges, report, ...judged } = buildContractReport({
      deployment,
      spec,
      outcomes,
      lineOf: await lineOf(),
      targetOptions: repeatTarget(values),
      startedAt,
      durationMs: Date.now() - startedAt.getTime(),
      wasStopped: signal.aborted,
    });
    for (const exchange of exchanges) results?.record(exchange);
    await results?.finish({ ...judged, report });
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
