import { describe } from 'vitest';
import { startDeployment } from '../helpers/deployment.ts';
import { stateRunLaws } from '../operations/run-laws.ts';
import { tellRunStories } from '../operations/run-stories.ts';

const { FUZZ_RUNS = '6' } = process.env;

describe('on the embedded database', () => {
  tellRunStories(startDeployment);
  stateRunLaws(startDeployment, Number(FUZZ_RUNS));
});
