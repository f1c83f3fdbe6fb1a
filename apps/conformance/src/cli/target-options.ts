import { type ConnectionConfig, toHeaders } from '../deployment/connection.ts';
import { UsageError } from '../deployment/errors.ts';
import type { TargetOptions } from '../deployment/find-deployment.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { headerVariable, proxyVariable } from '../report/curl-connection.ts';
import { quote } from '../report/shell-text.ts';
import type { Values } from './options/option-table.ts';
import { toNumber } from './options/parse-options.ts';

type Shared = Extract<keyof Values<'init'>, keyof Values<'clean'>>;

/** What every command that sends requests is told of where, and what those know that take a config. */
type TargetValues = Pick<Values<'clean'>, Shared> & Partial<Omit<Values<'clean'>, Shared>>;

export function toTargetOptions(values: TargetValues): TargetOptions {
  return {
    config: values.config,
    agentsUrl: values['agents-url'],
    baseUrl: values['base-url'],
    apiKey: values['api-key'],
    jwt: values.jwt,
    agentId: values['agent-id'],
    openapi: values.openapi,
    profile: toProfile(values),
    consistencyWindow: toConsistencyWindow(values['consistency-window']),
    connection: toConnectionOptions(values),
  };
}

type ConnectionValues = Pick<Values<'record'>, 'header' | 'ca' | 'proxy' | 'cert' | 'key'>;

function toConnectionOptions({ header, ca, proxy, cert, key }: Partial<ConnectionValues>): ConnectionConfig {
  return { headers: toHeaders(header ?? []), ca, proxy: toProxy(proxy), cert, key };
}

type WatchedValues = Pick<Values<'judge'>, 'config' | 'openapi' | 'agents-url' | 'base-url'> &
  Partial<ConnectionValues>;

/** The same for a target of which only the traffic of others is watched. */
export function toWatchedTarget(values: WatchedValues): TargetOptions {
  const { config, openapi } = values;
  const [agentsUrl, baseUrl] = [values['agents-url'], values['base-url']];
  return { config, openapi, agentsUrl, baseUrl, connection: toConnectionOptions(values) };
}

/** Where options name an address, one of the environment is of another deployment. */
export function withoutAddresses(
  { agentsUrl, baseUrl }: TargetOptions,
  { AGENT_WORKERS_AGENTS_URL, AGENT_WORKERS_BASE_URL, ...others }: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const isNamed = (agentsUrl ?? baseUrl) !== undefined;
  return isNamed ? others : { ...others, AGENT_WORKERS_AGENTS_URL, AGENT_WORKERS_BASE_URL };
}

function toProxy(text: string | undefined): string | undefined {
  if (text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UsageError('--proxy takes an address with http: or https:, such as http://proxy.example:3128.');
}

const longestConsistencyWindow = 60;

function toConsistencyWindow(text: string | undefined): number | undefined {
  return text === undefined
    ? undefined
    : toNumber('consistency-window', text, { min: 0, max: longestConsistencyWindow });
}

/** What a target may be sent; `--allow-writes` is short for the full profile. */
function toProfile({ profile, 'allow-writes': writes }: TargetValues): TargetOptions['profile'] {
  if (profile === undefined) return writes ? 'full' : undefined;
  if (profile === 'read-only' && writes)
    throw new UsageError('--profile read-only and --allow-writes contradict each other.');
  if (profile === 'read-only' || profile === 'full') return profile;
  const hint = didYouMean(profile, ['read-only', 'full']);
  throw new UsageError(`--profile takes read-only or full, not ${JSON.stringify(profile)}.${hint}`);
}

/** The same target for a command that is printed; keys never are, they come from config or environment. */
export function repeatTarget(values: TargetValues): string {
  const own = repeat(values, [
    'config',
    'agents-url',
    'base-url',
    'agent-id',
    'openapi',
    'consistency-window',
  ]);
  const writes = toProfile(values) === 'full' ? ' --allow-writes' : '';
  return `${own}${repeatConnection(values)}${writes}`;
}

/** The same for a target whose traffic was watched: what `replay` sends goes to the target itself. */
export function repeatWatched(values: WatchedValues): string {
  return `${repeat(values, ['config', 'agents-url', 'base-url', 'openapi'])}${repeatConnection(values)}`;
}

/** The value of a header is a secret, and so may be the address of a proxy: variables of the shell stand for them. */
function repeatConnection({ header = [], proxy, ...files }: Partial<ConnectionValues>): string {
  const headers = Object.keys(toHeaders(header)).map(
    (name) => ` --header "${name}: $${headerVariable(name)}"`,
  );
  const by = proxy === undefined ? '' : ` --proxy "$${proxyVariable}"`;
  return `${repeat(files, ['ca', 'cert', 'key'])}${headers.join('')}${by}`;
}

function repeat<Name extends string>(
  values: Partial<Readonly<Record<Name, unknown>>>,
  names: readonly Name[],
): string {
  return names
    .map((name) => (values[name] === undefined ? '' : ` --${name} ${toWord(`${values[name]}`)}`))
    .join('');
}

/** As one word of a shell, without quotation marks where it needs none. */
function toWord(text: string): string {
  return /^[\w./:@=+,-]+$/.test(text) ? text : quote(text);
}

const day = 86_400;

/** The limits of time, in ms; their options are in whole seconds. */
export function toMilliseconds(values: Pick<Values<'clean'>, 'timeout' | 'job-timeout'>): {
  timeoutMs: number;
  jobTimeoutMs: number;
} {
  const inSeconds = (name: 'timeout' | 'job-timeout'): number =>
    toNumber(name, values[name], { min: 1, max: day }) * 1000;
  return { timeoutMs: inSeconds('timeout'), jobTimeoutMs: inSeconds('job-timeout') };
}
