import { afterAll, beforeAll, describe } from 'vitest';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { defineWhoseRowsSuite } from './whose-rows-suite.ts';

describe('on the embedded database', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  defineWhoseRowsSuite(() => [deployment]);
});
