import { UsageError } from '../deployment/errors.ts';
import type { TargetOptions } from '../deployment/find-deployment.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { toNumber } from './parse-options.ts';

/** The options by which every command that sends requests is told where. */
export const targetOptions = {
  config: { type: 'string' },
  'agents-url': { type: 'string' },
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  jwt: { type: 'string' },
  'agent-id': { type: 'string' },
  openapi: { type: 'string' },
  profile: { type: 'string' },
  'allow-writes': { type: 'boolean', default: false },
  timeout: { type: 'string', default: '30' },
  'job-timeout': { type: 'string', default: '120' },
  'settle-time': { type: 'string' },
} as const;

interface TargetValues {
  readonly config?: string | undefined;
  readonly 'agents-url'?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly 'api-key'?: string | undefined;
  readonly jwt?: string | undefined;
  readonly 'agent-id'?: string | undefined;
  readonly openapi?: string | undefined;
  readonly profile?: string | undefined;
  readonly 'allow-writes': boolean;
  readonly 'settle-time'?: string | undefined;
}

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
    settleTime: toSettleTime(values['settle-time']),
  };
}

const longestSettleTime = 60;

function toSettleTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : toNumber('settle-time', text, { min: 0, max: longestSettleTime });
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
  const repeated = (
    ['config', 'agents-url', 'base-url', 'agent-id', 'openapi', 'settle-time'] as const
  ).flatMap((name) => (values[name] === undefined ? [] : [`--${name} ${values[name]}`]));
  const writes = toProfile(values) === 'full' ? ['--allow-writes'] : [];
  return [...repeated, ...writes].map((option) => ` ${option}`).join('');
}

const day = 86_400;

/** The limits of time, in ms; their options are in whole seconds. */
export function toMilliseconds(values: { readonly timeout: string; readonly 'job-timeout': string }): {
  timeoutMs: number;
  jobTimeoutMs: number;
} {
  const inSeconds = (name: 'timeout' | 'job-timeout'): number =>
    toNumber(name, values[name], { min: 1, max: day }) * 1000;
  return { timeoutMs: inSeconds('timeout'), jobTimeoutMs: inSeconds('job-timeout') };
}
