import { UsageError } from '../deployment/errors.ts';
import { withoutUser } from '../pact/broker/broker.ts';
import { contractAt, contractsAtBroker } from '../pact/broker/contracts-at-broker.ts';
import { type Hal, openBroker } from '../pact/broker/hal.ts';
import { parseSelector, usualSelectors } from '../pact/broker/selectors.ts';
import type { Contract } from '../pact/contract.ts';
import { contractsInFiles, findOwnPacts, wantedOf } from '../pact/pact-file.ts';
import { type Provider, providers } from '../pact/provider.ts';
import { quote } from '../report/shell-text.ts';
import type { Values } from './options/option-table.ts';
import type { TerminalStreams } from './terminal-streams.ts';

type PactValues = Values<'pact verify'>;

export interface FoundContracts {
  readonly contracts: readonly Contract[];
  /** The broker that they come from. */
  readonly hal?: Hal;
  /** The options that find the same ones again, without any secret. */
  readonly options: string;
}

const ofBroker = ['selector', 'provider-branch', 'wip-since', 'pending'] as const;
const ofPublishing = ['provider-version', 'build-url', 'publish'] as const;

/**
 * The contracts that the options name: in files, at addresses, or those that a broker chooses.
 *
 * @throws UsageError, BrokerError
 */
export async function findContracts(values: PactValues, terminal: TerminalStreams): Promise<FoundContracts> {
  requireSense(values);
  const wanted = { only: values.only ?? '', providers: providersOf(values.provider) };
  const isAtUrl = values.pact?.some(isUrl) ?? false;
  const isChosen = values.pact === undefined && asksBroker(values, terminal.environment);
  if (!isAtUrl && !isChosen) {
    requireBrokerFor(values);
    const contracts = await contractsInFiles(values.pact ?? (await findOwnPacts()), wanted);
    return { contracts, options: repeated('pact', values.pact) };
  }
  if (values.publish && values['provider-version'] === undefined)
    throw new UsageError('pact verify --publish needs --provider-version.');
  const hal = openBroker(values.broker ?? originOf(values.pact), terminal);
  const broker = values.broker === undefined && isAtUrl ? [] : [hal.broker.url];
  if (isAtUrl) {
    const found = await Promise.all((values.pact ?? []).map((url) => contractAt(hal, url, values.pending)));
    return {
      contracts: wantedOf(found, wanted),
      hal,
      options: repeated('pact', values.pact) + repeated('broker', broker),
    };
  }
  const found = await chosenBy(hal, values);
  const contracts = values.only === undefined ? found : wantedOf(found, wanted);
  return { contracts, hal, options: `${repeated('broker', broker)}${choiceOf(values)}` };
}

function chosenBy(hal: Hal, values: PactValues): Promise<Contract[]> {
  const providerBranch = values['provider-branch'];
  const selectors = values.selector?.map(parseSelector) ?? usualSelectors(providerBranch);
  return contractsAtBroker(hal, {
    providers: providersOf(values.provider),
    selectors,
    providerBranch,
    enablePending: values.pending,
    wipSince: values['wip-since'],
  });
}

/** A broker in the environment counts as soon as something is asked of a broker. */
function asksBroker(values: PactValues, { PACT_BROKER_BASE_URL: url }: NodeJS.ProcessEnv): boolean {
  return (
    values.broker !== undefined ||
    (Boolean(url) && [...ofBroker, ...ofPublishing].some((name) => values[name]))
  );
}

function requireBrokerFor(values: PactValues): void {
  const stray = [...ofBroker, ...ofPublishing].find((name) => values[name]);
  if (stray !== undefined)
    throw new UsageError(
      `pact verify --${stray} needs --broker, or PACT_BROKER_BASE_URL in the environment.`,
    );
}

function requireSense(values: PactValues): void {
  const { pact, only, publish, selector } = values;
  const isAtUrl = pact?.some(isUrl) ?? false;
  if (isAtUrl && !pact?.every(isUrl))
    throw new UsageError('pact verify --pact takes files or addresses, not both at once.');
  if (pact !== undefined && !isAtUrl && values.broker !== undefined)
    throw new UsageError('pact verify takes contracts from --broker or from the files of --pact, not both.');
  if (isAtUrl && (selector ?? values['wip-since']) !== undefined)
    throw new UsageError(
      'pact verify --pact URL names the contract: --selector and --wip-since choose others.',
    );
  if (publish && only !== undefined)
    throw new UsageError('pact verify --publish tells the outcome of whole contracts: leave --only out.');
  requireWip(values);
}

/** A broker takes work in progress along for a branch alone, and ends it where the date is invalid. */
function requireWip(values: PactValues): void {
  const since = values['wip-since'];
  if (since === undefined) return;
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(since) || Number.isNaN(Date.parse(since)))
    throw new UsageError(`--wip-since takes a date such as 2026-01-31, not ${JSON.stringify(since)}.`);
  if (values['provider-branch'] === undefined)
    throw new UsageError('--wip-since needs --provider-branch: what is in progress is so for a branch.');
}

function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** With the user info, which may hold the credentials of the broker. */
function originOf(places: readonly string[] | undefined): string | undefined {
  const [first] = places ?? [];
  if (first === undefined || !isUrl(first)) return undefined;
  if (!URL.canParse(first)) throw new UsageError(`--pact ${withoutUser(first)} is no address.`);
  const { protocol, username, password, host } = new URL(first);
  return `${protocol}//${username === '' ? '' : `${username}:${password}@`}${host}`;
}

function providersOf(name: string | undefined): readonly Provider[] {
  if (name === undefined) return providers;
  const found = providers.filter((provider) => provider === name);
  if (found.length > 0) return found;
  throw new UsageError(`There is no provider ${name}: it is one of ${providers.join(', ')}.`);
}

function choiceOf(values: PactValues): string {
  const { selector, 'provider-branch': branch, 'wip-since': since, pending } = values;
  return [
    repeated('selector', selector),
    repeated('provider-branch', branch === undefined ? [] : [branch]),
    repeated('wip-since', since === undefined ? [] : [since]),
    pending ? ' --pending' : '',
  ].join('');
}

/** An address may hold a password. */
function repeated(name: string, values: readonly string[] = []): string {
  return values.map((value) => ` --${name} ${quote(withoutUser(value))}`).join('');
}
