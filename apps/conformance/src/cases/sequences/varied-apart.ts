import type { Sequence, Variation } from './sequence.ts';

/** With more mutations of a body than this, a run's first batch would hold half of what is driven by hand twice over. */
const mostBesideOthers = 100;

/** So many varied sequences are judged together: half as many requests as a batch of drawn ones has. */
const variedTogether = 2;

/**
 * Where much is varied, each sequence that is varied comes twice: as it is, together with all others, and with its
 * mutations in a later batch, so that no batch has to hold all mutations of a run in memory.
 */
export function variedApart(sequences: readonly Sequence[], variation: Variation): readonly Sequence[] {
  if (variation.body <= mostBesideOthers) return sequences;
  const varied = sequences.filter(({ calls }) => calls.some((call) => call.varied !== undefined));
  return [
    ...sequences.map(withoutMutations),
    ...varied.map((sequence, index) => ({
      ...sequence,
      id: `${sequence.id}-varied`,
      batch: 1 + Math.floor(index / variedTogether),
    })),
  ];
}

function withoutMutations(sequence: Sequence): Sequence {
  return { ...sequence, calls: sequence.calls.map(({ varied: _, ...call }) => call) };
}
