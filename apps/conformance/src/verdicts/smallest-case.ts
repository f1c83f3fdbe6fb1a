import type { Step } from '../cases/scenario.ts';
import type { Call, Sequence } from '../cases/sequences/sequence.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { JudgedFinding } from './verdict.ts';

// `isSmallest` is false where time, or the number of tries, was up before all had been left out that could be.
interface Shown {
  readonly rule: string;
  readonly exchanges: readonly Exchange[];
  readonly finding: JudgedFinding;
}

/** The smallest scenario of the Workers API that was found to break a rule, and how to draw it again. */
export interface SmallestScenario extends Shown {
  readonly kind: 'scenario';
  readonly isSmallest: boolean;
  readonly seed: number;
  readonly path: string;
  readonly steps: readonly Step[];
}

/** The smallest call sequence that was found to break a rule, and how to make it again. */
export interface SmallestSequence extends Shown {
  readonly kind: 'sequence';
  readonly isSmallest: boolean;
  /** The id of the sequence that it is a part of. */
  readonly sequence: string;
  /** Of a drawn one: by which seed, and its number in the run, from 0. */
  readonly drawn?: Sequence['drawn'];
  /** Which of its calls, as `callsToText` writes them; undefined for all. */
  readonly kept: string | undefined;
  /** What was sent, in order. */
  readonly calls: readonly Call[];
}

/** Single requests, with nothing about them that could be smaller. */
export interface SmallestRequests extends Shown {
  readonly kind: 'requests';
}

export type SmallestCase = SmallestScenario | SmallestSequence | SmallestRequests;

/** What became of findings that were driven again. */
export interface Shrunk {
  readonly smallest: readonly SmallestCase[];
  readonly notReproducible: readonly NotReproducible[];
}

/** A finding that did not come back when what had shown it was driven again. */
export interface NotReproducible {
  readonly rule: string;
  readonly cause: string;
  /** How often it was tried without success. */
  readonly tries: number;
}
