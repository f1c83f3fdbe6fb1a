import { describe } from 'vitest';
import { startDeployment } from '../helpers/deployment.ts';
import { stateRunLaws } from '../operations/run-laws.ts';
import { defineRunSuite } from '../operations/run-suite.ts';

const { FUZZ_RUNS = '6' } = process.env;

describe('on the embedded database', () => {
  defineRunSuite(startDeployment);
  stateRunLaws(startDeployment, Number(FUZZ_RUNS));
});
