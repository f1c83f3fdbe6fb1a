import type { Operator } from '../operator.ts';
import { atOnceOperators } from './at-once.ts';
import { bodyOperators } from './bodies.ts';
import { effectOperators } from './effects.ts';
import { historyOperators } from './histories.ts';
import { identityOperators } from './identities.ts';
import { jobOperators } from './jobs.ts';
import { listOperators } from './lists.ts';
import { parameterOperators } from './parameters.ts';
import { particularOperators } from './particular.ts';
import { statusOperators } from './statuses.ts';
import { streamOperators } from './streams.ts';

export const allOperators: readonly Operator[] = [
  ...statusOperators,
  ...bodyOperators,
  ...listOperators,
  ...parameterOperators,
  ...identityOperators,
  ...effectOperators,
  ...atOnceOperators,
  ...streamOperators,
  ...historyOperators,
  ...jobOperators,
  ...particularOperators,
];
