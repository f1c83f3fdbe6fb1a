import { textToCalls } from '../cases/journeys/calls-text.ts';
import { findJourney } from '../cases/journeys/find-journey.ts';
import { keepAll } from '../cases/journeys/kept-calls.ts';
import { UsageError } from '../deployment/errors.ts';
import type { Origin } from '../plan/origin.ts';
import type { JourneyOrigin } from '../runner/replay.ts';
import type { Spec } from '../spec/spec.ts';
import { toNumber } from './parse-options.ts';
import { toBudget } from './run-settings.ts';

/** The options that say what is replayed, as the report prints them. */
export const originOptions = {
  seed: { type: 'string' },
  path: { type: 'string' },
  journey: { type: 'string' },
  calls: { type: 'string' },
  budget: { type: 'string', default: 'quick' },
} as const;

interface OriginValues {
  readonly seed?: string | undefined;
  readonly path?: string | undefined;
  readonly journey?: string | undefined;
  readonly calls?: string | undefined;
  readonly budget: string;
}

/** Where a scenario comes from; what the rule alone tells comes from nowhere in particular. */
export function toOrigin({ seed, path, journey, calls }: Omit<OriginValues, 'budget'>): Origin | undefined {
  if (calls !== undefined && journey === undefined)
    throw new UsageError('replay: --calls are those of a --journey ID, as the report prints both.');
  if (path === undefined && (seed === undefined || journey !== undefined)) return undefined;
  if (seed === undefined || path === undefined) {
    throw new UsageError('replay needs both --seed and --path, or neither, as the report prints them.');
  }
  if (journey !== undefined)
    throw new UsageError('replay takes either --journey or --path, as the report prints them.');
  if (!/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers with colons, not ${JSON.stringify(path)}.`);
  }
  return { path, seed: toSeed(seed) };
}

export function toSeed(seed: string): number {
  return toNumber('seed', seed, { min: 0, max: 2 ** 31 - 1 });
}

export function toJourney(
  { journey: id, calls, seed = '0', budget }: OriginValues,
  spec: Spec,
): JourneyOrigin | undefined {
  if (id === undefined) return undefined;
  const journey = findJourney(id, spec, { ...toBudget(budget).faults, seed: toSeed(seed) });
  if (journey === undefined)
    throw new UsageError(
      `--journey: there is no ${JSON.stringify(id)} in this version of agent-conformance.`,
    );
  const kept = calls === undefined ? keepAll(journey) : textToCalls(calls, journey);
  if (kept !== undefined) return { journey, kept };
  throw new UsageError(
    `--calls takes numbers from 1 to ${journey.calls.length} as the report prints them, such as 1,3+4, not ${JSON.stringify(calls)}.`,
  );
}
