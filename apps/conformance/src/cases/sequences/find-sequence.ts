import type { Operation, Rule } from '../../spec/spec.ts';
import { drawSequences } from './draw-sequences.ts';
import type { Sequence, Variation } from './sequence.ts';
import { writtenSequences } from './written-sequences.ts';

const drawn = /^drawn-(\d{1,10})-(\d{1,7})$/;

interface Contract {
  readonly operations: readonly Operation[];
  readonly rules: readonly Rule[];
}

/** The sequence of this id: one of the written ones, or the one that its id tells how to draw. */
export function findSequence(
  id: string,
  { operations, rules }: Contract,
  variation: Variation,
): Sequence | undefined {
  const [, seed, count] = drawn.exec(id) ?? [];
  const sequences =
    seed === undefined
      ? writtenSequences(operations, rules, variation)
      : drawSequences(Number(seed), Number(count));
  return sequences.find((sequence) => sequence.id === id);
}
