import type { Operator } from '../operator.ts';
import { bodyOperators } from './bodies.ts';
import { effectOperators } from './effects.ts';
import { identityOperators } from './identities.ts';
import { listOperators } from './lists.ts';
import { parameterOperators } from './parameters.ts';
import { particularOperators } from './particular.ts';
import { statusOperators } from './statuses.ts';
import { historyOperators, jobOperators, streamOperators } from './workers.ts';

export const allOperators: readonly Operator[] = [
  ...statusOperators,
  ...bodyOperators,
  ...listOperators,
  ...parameterOperators,
  ...identityOperators,
  ...effectOperators,
  ...streamOperators,
  ...historyOperators,
  ...jobOperators,
  ...particularOperators,
];
