import type { Sequence } from './sequences/sequence.ts';

/** What is sent together and shown together: a probe, a scenario, a call sequence, or traffic that others made. */
export interface Case {
  readonly kind: 'probe' | 'scenario' | 'sequence' | 'traffic';
  /** The name of what is written, `drawn` for what is drawn, the operation of a probe. */
  readonly id: string;
  /** Of what is drawn: by which seed. */
  readonly seed?: number | undefined;
  /** Of what is drawn: its number in the run, from 0. */
  readonly number?: number | undefined;
  /** Of what is written and driven later than the rest: in which batch, from 0. */
  readonly batch?: number | undefined;
  /** Of a part of a case: which part, as `replay` takes it. */
  readonly path?: string | undefined;
  /** Of what is driven more than once: the how many-th time, from 1. */
  readonly round?: number | undefined;
}

/** The case of a whole sequence, or of all that was sent of it. */
export function caseOfSequence({ id, drawn, batch }: Pick<Sequence, 'id' | 'drawn' | 'batch'>): Case {
  return { kind: 'sequence', id, ...drawn, ...(batch === undefined ? {} : { batch }) };
}

/** What tells a case from others in a text of ours or a comment: `bundle-lives`, `drawn-7-0`. */
export function caseWords({ id, seed, number }: Case): string {
  return [id, seed, number].filter((one) => one !== undefined).join('-');
}

const keys = new WeakMap<Case, string>();

/** The same text for the same case. Exchanges of one case share its object, so it is worked out once for each. */
export function caseKey(one: Case): string {
  const known = keys.get(one);
  if (known !== undefined) return known;
  const key = JSON.stringify([one.kind, one.id, one.seed, one.number, one.path, one.round]);
  keys.set(one, key);
  return key;
}
