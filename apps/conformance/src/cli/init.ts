import { stat, writeFile } from 'node:fs/promises';
import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { UsageError } from '../deployment/errors.ts';
import { loadFieldMapping } from '../deployment/field-mapping/load-field-mapping.ts';
import { findDeployment, type TargetOptions } from '../deployment/find-deployment.ts';
import { type Explored, explore } from '../discovery/explore.ts';
import { findDocument } from '../discovery/find-document.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { findNeeds } from '../plan/unmet-needs.ts';
import { describeDraft } from '../report/config/describe-draft.ts';
import { type Draft, draftConfig } from '../report/config/draft-config.ts';
import { createDriver } from '../runner/driver.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { Operation, Spec } from '../spec/spec.ts';
import { allChecks } from '../verdicts/checks/all-checks.ts';
import { askTarget } from './ask-target.ts';
import { referencesFor } from './config-references.ts';
import type { Values } from './options/option-table.ts';
import { parsePlaces } from './options/parse-places.ts';
import { toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const usualFile = 'agent-conformance.yaml';

/** `agent-conformance init [URL]`: looks around on a deployment by reading, and writes a config for it. */
export async function initCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { places, values } = parsePlaces('init', args);
  const file = values.out ?? usualFile;
  await requireFree(file, values.force);
  const options = await toOptions(places, values, terminal);
  const spec = await loadSpec();
  const { deployment } = await findDeployment(options, terminal.environment, refuse);
  terminal.progress(`Reading ${options.baseUrl ?? deployment.name}; nothing is started or changed.\n`);
  const document = await findDocument(deployment, spec.operations);
  const told = { ...deployment, openapi: document?.openapi };
  const explored = await lookAround(told, spec.operations, { values, terminal });
  if (terminal.signal.aborted) {
    terminal.progress('Interrupted; nothing was written.\n');
    return 3;
  }
  const whole = withFound(told, explored);
  const { config, toSet } = referencesFor(whole, options.connection, terminal.environment);
  const draft: Draft = {
    config,
    needs: await needsOf(whole, spec),
    shownBy: new Map(
      explored.found
        .filter(({ key }) => deployment.fixtures[key] === undefined)
        .map(({ key, shownBy }) => [`fixtures.${key}`, shownBy]),
    ),
    suggested: new Map(explored.tool === undefined ? [] : [['fixtures.tool', explored.tool]]),
    file,
  };
  await writeNew(file, draftConfig(draft), values.force);
  terminal.out(
    describeDraft({
      draft,
      taken: explored.taken,
      described: document?.described,
      operations: spec.operations.length,
      toSet,
    }),
  );
  return 0;
}

/** An address may stand before the options; at a terminal, what is missing is asked for. */
async function toOptions(
  [url, ...others]: readonly string[],
  values: Values<'init'>,
  { environment, ask }: TerminalStreams,
): Promise<TargetOptions> {
  if (others.length > 0)
    throw new UsageError('init takes one address, that of the User API: agent-conformance init [URL].');
  if (url !== undefined && values['base-url'] !== undefined)
    throw new UsageError('The address of the User API is given twice: as URL and as --base-url.');
  const given = { ...toTargetOptions(values), ...(url === undefined ? {} : { baseUrl: url }) };
  const options = ask === undefined ? given : await askTarget(given, environment, ask);
  requireAddress('the User API', options.baseUrl);
  requireAddress('the Workers API', options.agentsUrl);
  return options;
}

function requireAddress(of: string, address: string | undefined): void {
  if (address === undefined) return;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `The address of ${of} begins with http:// or https://, such as https://api.staging.example, not ${JSON.stringify(address)}.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The address of ${of} has a user or a password in it, which would be written. Give it without; --header sends one to a gateway.`,
    );
}

function refuse(): Promise<never> {
  return Promise.reject(
    new UsageError(
      'init needs an address: agent-conformance init URL for the User API, or --agents-url URL for the Workers API alone.',
    ),
  );
}

interface Given {
  readonly values: Values<'init'>;
  readonly terminal: TerminalStreams;
}

async function lookAround(
  deployment: Deployment,
  operations: readonly Operation[],
  { values, terminal }: Given,
): Promise<Explored> {
  const fieldMapping = await loadFieldMapping(deployment, operations);
  const driver = createDriver({
    // No job is waited for.
    ...toMilliseconds({ ...values, 'job-timeout': '1' }),
    deployment,
    fieldMapping,
    operations,
    ledger: createLedger(() => {}),
    signal: terminal.signal,
    record: () => {},
  });
  try {
    return await explore(driver, { deployment, fieldMapping, operations });
  } finally {
    await driver.close();
  }
}

/** What was told wins over what was found. */
function withFound(deployment: Deployment, { found }: Explored): Deployment {
  const fixtures = Object.fromEntries(found.map(({ key, value }) => [key, value]));
  const told = Object.entries(deployment.fixtures).filter(([, value]) => value !== undefined);
  return { ...deployment, fixtures: { ...fixtures, ...Object.fromEntries(told) } };
}

async function needsOf(deployment: Deployment, spec: Spec): Promise<Draft['needs']> {
  const declaration = await loadDeclaration(deployment, spec.operations);
  return findNeeds(spec, deployment, { checks: allChecks, declaration });
}

async function requireFree(file: string, force: boolean): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${file} is a folder. --out names a file.`);
  if (found !== undefined && !force) throw isThere(file);
}

function isThere(file: string): UsageError {
  return new UsageError(
    `${file} is there already, and nothing was written. --force writes over it, --out FILE writes elsewhere; check-config --config ${file} tells what it lacks.`,
  );
}

async function writeNew(file: string, text: string, force: boolean): Promise<void> {
  await writeFile(file, text, { flag: force ? 'w' : 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST') throw isThere(file);
    throw new UsageError(`${file} can't be written (${cause.code}).`, { cause });
  });
}
