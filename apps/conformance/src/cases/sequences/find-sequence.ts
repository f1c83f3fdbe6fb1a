import type { Operation, Rule } from '../../spec/spec.ts';
import { drawSequences } from './draw-sequences.ts';
import type { Sequence, Variation } from './sequence.ts';
import { writtenSequences } from './written-sequences.ts';

interface Contract {
  readonly operations: readonly Operation[];
  readonly rules: readonly Rule[];
}

/** One of the written sequences, by its id, or one that is drawn, by its number from 0. */
export type Wanted = { readonly id: string } | { readonly number: number };

/** The sequence as a run with this variation sends it. */
export function findSequence(
  wanted: Wanted,
  { operations, rules }: Contract,
  variation: Variation,
): Sequence | undefined {
  if ('number' in wanted) return drawSequences(variation.seed, wanted.number + 1)[wanted.number];
  return writtenSequences(operations, rules, variation).find(({ id }) => id === wanted.id);
}
