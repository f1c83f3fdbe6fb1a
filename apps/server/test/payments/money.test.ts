import { describe } from 'vitest';
import { startDeployment } from '../helpers/deployment.ts';
import { defineMoneySuite } from '../operations/money-suite.ts';

describe('on the embedded database', () => {
  defineMoneySuite(startDeployment);
});
