import type { Deployment } from './deployment.ts';
import { createUserClient } from './user-client.ts';

/** Several processes on one database as one deployment: each call goes to the next of them. */
export function spread(deployments: readonly [Deployment, ...Deployment[]]): Deployment {
  const [first] = deployments;
  let turn = 0;
  const fetch = async (request: Request) =>
    await (deployments[turn++ % deployments.length] ?? first).app.fetch(request);
  const { jwt, otherJwt, sandboxJwt } = first.app.sandboxKeys ?? {};
  return {
    ...first,
    user: createUserClient(fetch, jwt),
    otherUser: createUserClient(fetch, otherJwt),
    sandboxUser: createUserClient(fetch, sandboxJwt),
    anonymous: createUserClient(fetch),
  };
}
