import { UsageError } from '../deployment/errors.ts';
import { loadFieldMapping } from '../deployment/field-mapping/load-field-mapping.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { type Embedded, startEmbedded } from '../deployment/start-embedded.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import type { Ledger } from '../exchanges/ledger.ts';
import { publishResults } from '../pact/broker/publish-results.ts';
import { nameOf } from '../pact/contract.ts';
import { buildContractReport } from '../pact/contract-report.ts';
import { formatOutcomes } from '../pact/outcome-table.ts';
import { type Verified, verify } from '../pact/verify.ts';
import { printableText } from '../report/printable.ts';
import { openResults, type Results } from '../results/write-results.ts';
import { type CleanUp, cleanUp } from '../runner/clean-up.ts';
import { createDriver } from '../runner/driver.ts';
import { nothingShown } from '../runner/nothing-shown.ts';
import { lineOf } from '../spec/line-of.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { Spec } from '../spec/spec.ts';
import { describeCleanUp } from './describe-clean-up.ts';
import type { Values } from './options/option-table.ts';
import { parseOptions } from './options/parse-options.ts';
import { type FoundContracts, findContracts } from './pact-contracts.ts';
import { repeatTarget, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

type PactValues = Values<'pact verify'>;

/** `agent-conformance pact verify`: verifies a deployment against contracts; gives the exit code. */
export async function pactVerifyCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('pact verify', args);
  const found = await findContracts(values, terminal);
  const results = values.results === undefined ? undefined : await openResults(values.results);
  const embed = () => startEmbedded({ controlled: true });
  const target = await findDeployment(toTargetOptions(values), terminal.environment, embed);
  try {
    if (target.deployment.profile === 'read-only')
      throw new UsageError(
        'pact verify brings states about, starts runs and makes records: add --allow-writes.',
      );
    terminal.progress(`Agent Workers contracts · ${target.deployment.name}\n`);
    return await verifyTarget({ found, target, results }, values, terminal);
  } finally {
    await target.stop();
  }
}

interface Task {
  readonly found: FoundContracts;
  readonly target: Embedded;
  readonly results: Results | undefined;
}

async function verifyTarget(
  { found, target, results }: Task,
  values: PactValues,
  terminal: TerminalStreams,
): Promise<number> {
  const spec = await loadSpec();
  const startedAt = new Date();
  const { deployment } = target;
  const ledger = createLedger((entry) => results?.keep(deployment.baseUrl ?? '', entry));
  let cleaned: CleanUp = { removed: 0, leftovers: [] };
  let verified: readonly Verified[] = [];
  try {
    verified = await verify({
      deployment,
      control: target.control,
      operations: spec.operations,
      rules: spec.rules,
      fieldMapping: await loadFieldMapping(described(target), spec.operations),
      ledger,
      contracts: found.contracts,
      environment: terminal.environment,
      signal: terminal.signal,
      ...toMilliseconds(values),
    });
  } finally {
    // What the embedded deployment has is gone with it.
    if (target.control === undefined) {
      cleaned = await removeAll(ledger, { target, spec, values, terminal });
      terminal.progress(`${describeCleanUp(cleaned)}\n`);
    }
  }
  const outcomes = verified.flatMap((one) => one.outcomes);
  const { exchanges, report, plan, verdicts } = buildContractReport({
    deployment,
    spec,
    outcomes,
    lineOf: await lineOf(),
    targetOptions: `${found.options}${repeatTarget(values)}`,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    wasStopped: terminal.signal.aborted,
    cleanUp: cleaned,
  });
  await publish(verified, { found, values, terminal });
  results?.planned(plan);
  for (const exchange of exchanges) results?.record(exchange);
  await results?.finish({ verdicts, report });
  terminal.out(
    values.json ? `${JSON.stringify(report, null, 2)}\n` : formatOutcomes(outcomes, report, terminal.colour),
  );
  return report.summary.exitCode;
}

/** The embedded deployment serves its own document. */
function described({ deployment, control }: Embedded): Embedded['deployment'] {
  return control === undefined
    ? deployment
    : { ...deployment, openapi: `${deployment.baseUrl}/openapi.json` };
}

/** The broker has the outcome before anything is said of it here; where it can't be told, nothing is said. */
async function publish(
  verified: readonly Verified[],
  {
    found: { hal },
    values,
    terminal,
  }: Pick<Task, 'found'> & { values: PactValues; terminal: TerminalStreams },
): Promise<void> {
  const { publish: isWanted, 'provider-version': providerVersion } = values;
  if (!isWanted || hal === undefined || providerVersion === undefined || terminal.signal.aborted) return;
  const untold = await publishResults(hal, verified, {
    providerVersion,
    providerBranch: values['provider-branch'],
    buildUrl: values['build-url'],
  });
  for (const { consumer, provider } of untold)
    terminal.progress(
      printableText(
        `Not published: the outcome for ${nameOf(consumer)} with ${provider}, which is not known yet.\n`,
      ),
    );
}

async function removeAll(
  ledger: Ledger,
  {
    target: { deployment },
    spec,
    values,
    terminal,
  }: Pick<Task, 'target'> & { spec: Spec; values: PactValues; terminal: TerminalStreams },
): Promise<CleanUp> {
  const driver = createDriver({
    ...toMilliseconds(values),
    ...nothingShown,
    deployment,
    ledger,
    signal: terminal.signal,
    record: () => {},
  });
  try {
    return await cleanUp(driver, { ledger, deployment, operations: spec.operations });
  } finally {
    await driver.close();
  }
}
