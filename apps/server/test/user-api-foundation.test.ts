import { type Operation, operationTable } from '@agent-workers/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userApiOperations } from '../src/operations/user-api-operations.ts';
import { type Deployment, startDeployment } from './helpers/deployment.ts';
import { unbuiltOperations } from './helpers/unbuilt-operations.ts';

const userOperations: Operation[] = Object.values(operationTable).filter(({ api }) => api === 'user');

describe('the User API', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  it('has every operation of the contract but those that are listed as unbuilt', () => {
    const built = userApiOperations.map(({ id }) => id as string);
    expect([...built, ...unbuiltOperations].sort()).toEqual(userOperations.map(({ id }) => id).sort());
  });

  it('answers 401 with no or a wrong JWT, except where the contract declares no auth', async () => {
    for (const { method, path, security } of userOperations.filter(
      ({ id }) => !unbuiltOperations.includes(id),
    )) {
      if (security === 'none') continue;
      for (const authorization of ['', 'Bearer nonsense', `Bearer ${deployment.app.sandboxKeys?.apiKey}`]) {
        const init = { method, headers: { authorization } };
        const response = await deployment.app.fetch(new Request(`http://in-process${path}`, init));
        expect(response.status, `${method} ${path}`).toBe(401);
      }
    }
  });

  it('adds a user at first sight, with the tier that the JWT names', async () => {
    expect((await deployment.user.call('getCurrentUser')).body).toMatchObject({
      name: 'sandbox',
      tier: 'standard',
    });
    expect((await deployment.sandboxUser.call('getCurrentUser')).body).toMatchObject({ tier: 'sandbox' });
  });
});
