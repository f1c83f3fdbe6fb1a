import { expect, test } from 'vitest';
import { missingPackage } from '../../src/deployment/optional-package.ts';

test('one sentence tells which command installs what is missing, and what else to do', () => {
  const cause = new Error('not found');
  const server = { name: '@agent-workers/server', what: 'The embedded reference deployment' };
  const error = missingPackage(
    { ...server, instead: 'or name the deployment to judge: --config FILE' },
    cause,
  );
  expect(error.message).toBe(
    'The embedded reference deployment needs @agent-workers/server, which is not installed: ' +
      'npm install @agent-workers/conformance @agent-workers/server (or name the deployment to judge: --config FILE)',
  );
  expect(error.cause).toBe(cause);
});
