import type { Step } from '../cases/scenario.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Finding } from './verdict.ts';

/** The smallest scenario that was found to break a rule, and how to draw it again. */
export interface SmallestCase {
  readonly rule: string;
  readonly seed: number;
  readonly path: string;
  readonly steps: readonly Step[];
  readonly exchanges: readonly Exchange[];
  readonly finding: Finding;
}
