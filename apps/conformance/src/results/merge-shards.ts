import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../deployment/errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { Shard } from '../plan/shard.ts';
import type { Report } from '../report/report.ts';
import type { Inputs } from './inputs-schema.ts';
import type { KeptResults } from './read-results.ts';

/** What one shard left in its results folder. */
export interface ShardResults extends KeptResults {
  readonly folder: string;
  readonly report: Report;
  readonly inputs: Inputs | undefined;
}

/** What all shards were given; the config where it is the same for all. Undefined where one of them doesn't say. */
export function joinInputs(shards: readonly (Inputs | undefined)[]): Inputs | undefined {
  const [first, ...others] = shards;
  if (first === undefined || others.includes(undefined)) return undefined;
  const { config, ...rest } = first;
  return others.every((one) => isDeepStrictEqual(one?.config, config)) ? first : rest;
}

/**
 * The plan of the whole run that these shards are the parts of.
 *
 * @throws UsageError when they don't belong together, or one is missing
 */
export function wholePlan(shards: readonly ShardResults[]): Plan {
  const [first, ...others] = shards;
  if (first === undefined) throw new UsageError('merge needs the results folders of all shards.');
  const { shard, ...plan } = first.plan;
  for (const other of others) requireSameRun(first, other);
  requireAll(shards);
  return plan;
}

function requireSameRun(one: ShardResults, other: ShardResults): void {
  const { shard: _one, ...plan } = one.plan;
  const { shard: _other, ...otherPlan } = other.plan;
  const compared: [what: string, a: unknown, b: unknown][] = [
    ['versions of this program', one.report.program.version, other.report.program.version],
    ['contracts', one.report.program.contract, other.report.program.contract],
    ['files of the contract', one.inputs?.contract.sha256, other.inputs?.contract.sha256],
    ['targets', targetOf(one.report), targetOf(other.report)],
    ['seeds', one.plan.seed, other.plan.seed],
    ['plans', plan, otherPlan],
  ];
  const different = compared.find(([, a, b]) => !isDeepStrictEqual(a, b));
  if (different === undefined) return;
  const [what, a, b] = different;
  const values = typeof a === 'object' ? '' : `: ${a} and ${b}`;
  throw new UsageError(
    `${one.folder} and ${other.folder} are no parts of one run, they have different ${what}${values}.`,
  );
}

/** Each machine has an embedded deployment of its own, with an address of its own. */
function targetOf({ target: { name, agentsUrl, baseUrl, version } }: Report): string {
  const isEmbedded = name !== agentsUrl && name !== baseUrl;
  return [...(isEmbedded ? [name] : [name, baseUrl ?? '']), version ?? ''].join(' ').trimEnd();
}

function requireAll(shards: readonly ShardResults[]): void {
  const parts = shards.map(({ folder, plan }) => ({ folder, shard: requireShard(folder, plan.shard) }));
  const of = parts[0]?.shard.of ?? 0;
  const odd = parts.find(({ shard }) => shard.of !== of);
  if (odd !== undefined)
    throw new UsageError(`${odd.folder} is one of ${odd.shard.of} shards, ${parts[0]?.folder} one of ${of}.`);
  for (let at = 1; at <= of; at += 1) {
    const [found, twice] = parts.filter(({ shard }) => shard.at === at);
    if (found === undefined) throw new UsageError(`Shard ${at}/${of} is missing.`);
    if (twice !== undefined)
      throw new UsageError(`Shard ${at}/${of} is there twice: ${found.folder} and ${twice.folder}.`);
  }
}

function requireShard(folder: string, shard: Shard | undefined): Shard {
  if (shard !== undefined) return shard;
  throw new UsageError(`${folder} is a whole run and no shard; run with --shard I/N makes shards.`);
}
