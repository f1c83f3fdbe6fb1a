import { textToCalls } from '../cases/sequences/calls-text.ts';
import { findSequence } from '../cases/sequences/find-sequence.ts';
import { keepAll } from '../cases/sequences/kept-calls.ts';
import { UsageError } from '../deployment/errors.ts';
import type { DrawOrigin } from '../plan/origin.ts';
import type { SequenceOrigin } from '../runner/replay.ts';
import type { Spec } from '../spec/spec.ts';
import type { Values } from './options/option-table.ts';
import { toNumber } from './options/parse-options.ts';
import { toBudget } from './run-settings.ts';

type OriginValues = Pick<Values<'replay'>, 'seed' | 'path' | 'sequence' | 'number' | 'calls' | 'budget'>;

/** Where a scenario comes from; what the rule alone tells comes from nowhere in particular. */
export function toOrigin({
  seed,
  path,
  sequence,
  calls,
}: Omit<OriginValues, 'number' | 'budget'>): DrawOrigin | undefined {
  if (calls !== undefined && sequence === undefined)
    throw new UsageError('replay: --calls are those of a --sequence ID, as the report prints both.');
  if (path === undefined && (seed === undefined || sequence !== undefined)) return undefined;
  if (seed === undefined || path === undefined) {
    throw new UsageError('replay needs both --seed and --path, or neither, as the report prints them.');
  }
  if (sequence !== undefined)
    throw new UsageError('replay takes either --sequence or --path, as the report prints them.');
  if (!/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers with colons, not ${JSON.stringify(path)}.`);
  }
  return { path, seed: toSeed(seed) };
}

export function toSeed(seed: string): number {
  return toNumber('seed', seed, { min: 0, max: 2 ** 31 - 1 });
}

/** What --sequence calls all that a seed draws. */
const drawn = 'drawn';

function toDrawn(number: string | undefined, seed: string | undefined): number {
  if (number === undefined || seed === undefined)
    throw new UsageError('replay: --sequence drawn needs --number and --seed, as the report prints them.');
  return toNumber('number', number, { min: 0, max: 10 ** 7 });
}

export function toSequence(
  { sequence: id, number, calls, seed, budget }: OriginValues,
  spec: Spec,
): SequenceOrigin | undefined {
  if (number !== undefined && id !== drawn)
    throw new UsageError('replay: --number is that of --sequence drawn, as the report prints both.');
  if (id === undefined) return undefined;
  const wanted = id === drawn ? { number: toDrawn(number, seed) } : { id };
  const sequence = findSequence(wanted, spec, { ...toBudget(budget).mutations, seed: toSeed(seed ?? '0') });
  if (sequence === undefined)
    throw new UsageError(
      `--sequence: there is no ${JSON.stringify(id)} in this version of agent-conformance.`,
    );
  const kept = calls === undefined ? keepAll(sequence) : textToCalls(calls, sequence);
  if (kept !== undefined) return { sequence, kept };
  throw new UsageError(
    `--calls takes numbers from 1 to ${sequence.calls.length} as the report prints them, such as 1,3+4, not ${JSON.stringify(calls)}.`,
  );
}
