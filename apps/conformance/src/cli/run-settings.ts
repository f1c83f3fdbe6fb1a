import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import type { Selection } from '../plan/selection.ts';
import type { Shard } from '../plan/shard.ts';
import type { LeastVerified } from '../report/summarize.ts';
import { type Budget, budgets, isBudgetName } from '../runner/budget.ts';
import { type Basis, bases, usualBases } from '../spec/spec.ts';
import type { Values } from './options/option-table.ts';
import { toNumber } from './options/parse-options.ts';
import { toMilliseconds } from './target-options.ts';

export interface RunSettings extends Budget {
  /** The name of the budget. */
  readonly budget: string;
  readonly seed: number;
  readonly selection: Selection;
  /** The bases by which a broken rule fails the run. */
  readonly failOn: readonly Basis[];
  readonly shard: Shard | undefined;
  readonly requestsPerSecond: number | undefined;
  readonly maxRequests: number | undefined;
  readonly isConcurrencyFixed: boolean;
  readonly maxTimeMs: number | undefined;
  readonly minVerified: LeastVerified | undefined;
  readonly timeoutMs: number;
  readonly jobTimeoutMs: number;
}

const largestSeed = 2 ** 31 - 1;
const mostShards = 1_000;

/**
 * What the options of `run` ask for; where they say nothing, the budget does.
 *
 * @throws UsageError for an invalid value
 */
export function toSettings(values: Values<'run'>): RunSettings {
  const budget = toBudget(values.budget);
  const count = (name: CountOption): number | undefined => toCount(name, values[name]);
  const shrinkSeconds = count('shrink-time');
  return {
    seed: toNumber('seed', values.seed ?? `${Math.floor(Math.random() * largestSeed)}`, {
      min: 0,
      max: largestSeed,
    }),
    selection: {
      rules: toNames(values.rules),
      operations: toNames(values.operations),
      families: toNames(values.tags),
    },
    failOn: toBases(values['fail-on']) ?? usualBases,
    shard: toShard(values.shard),
    drawn: count('scenarios') ?? budget.drawn,
    mutations: budget.mutations,
    budget: values.budget,
    concurrency: count('concurrency') ?? budget.concurrency,
    shrinkMs: shrinkSeconds === undefined ? budget.shrinkMs : shrinkSeconds * 1000,
    requestsPerSecond: count('rate'),
    maxRequests: count('max-requests'),
    isConcurrencyFixed: values.concurrency !== undefined,
    maxTimeMs: toTime(values['max-time']),
    minVerified: toLeastVerified(values['min-verified']),
    ...toMilliseconds(values),
  };
}

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const longestMs = 24 * units.h;

/** Seconds, where no unit is named. */
export function toTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits, unit = 's'] = /^(\d+)([smh]?)$/.exec(text) ?? [];
  const time = Number(digits) * units[unit === '' ? 's' : (unit as keyof typeof units)];
  if (time > 0 && time <= longestMs) return time;
  throw new UsageError(`--max-time takes 90s, 10m or the like, up to 24h, not ${JSON.stringify(text)}.`);
}

function toLeastVerified(text: string | undefined): LeastVerified | undefined {
  if (text === undefined) return undefined;
  const unit = text.endsWith('%') ? 'percent' : 'rules';
  const max = unit === 'percent' ? 100 : 1_000;
  const count = Number(/^(\d+)%?$/.exec(text)?.[1]);
  if (count >= 1 && count <= max) return { count, unit };
  throw new UsageError(
    `--min-verified takes a whole number from 1 to ${max}${unit === 'percent' ? ' before the %' : ''}, not ${JSON.stringify(text)}.`,
  );
}

const limits = {
  scenarios: { min: 0, max: 1_000_000 },
  concurrency: { min: 1, max: 64 },
  'shrink-time': { min: 0, max: 3_600 },
  rate: { min: 1, max: 100_000 },
  'max-requests': { min: 1, max: 1_000_000_000 },
} as const;

type CountOption = keyof typeof limits;

function toCount(name: CountOption, text: string | undefined): number | undefined {
  return text === undefined ? undefined : toNumber(name, text, limits[name]);
}

export function toBudget(name: string): Budget {
  if (isBudgetName(name)) return budgets[name];
  const known = Object.keys(budgets);
  throw new UsageError(
    `--budget takes ${known.join(', ')}, not ${JSON.stringify(name)}.${didYouMean(name, known)}`,
  );
}

/** A list with commas; asking for nothing at all can only be a mistake. */
export function toNames(list: string | undefined): readonly string[] {
  if (list === undefined) return [];
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new UsageError('--rules, --operations and --tags take one name or more, with commas between them.');
}

/** What `--fail-on` names. */
export function toBases(list: string | undefined): readonly Basis[] | undefined {
  if (list === undefined) return undefined;
  const named = list.split(',').map((name) => name.trim());
  const unknown = named.find((name) => !bases.some((basis) => basis === name));
  if (unknown === undefined) return bases.filter((basis) => named.includes(basis));
  throw new UsageError(
    `--fail-on takes ${bases.join(', ')}, with commas between them, not ${JSON.stringify(unknown)}.${didYouMean(unknown, bases)}`,
  );
}

function toShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, at, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { at: Number(at), of: Number(of) };
  if (shard.at >= 1 && shard.at <= shard.of && shard.of <= mostShards) return shard;
  throw new UsageError(
    `--shard takes i/n with i from 1 to n, such as 1/3 for the first of three, not ${JSON.stringify(text)}.`,
  );
}
