import type { StyledDeployment } from './deployment.ts';

const statuses = [500, 502, 503, 504, 408];

/** The deployment with some requests of the User API in trouble; every other one of these is done all the same. */
export function inTrouble(seed: number): (deployment: StyledDeployment) => StyledDeployment['fetch'] {
  return ({ fetch }) => {
    const every = 17 + (seed % 30);
    let requests = 0;
    return async (request) => {
      const isOfUser = new URL(request.url).pathname.includes('/me');
      requests += isOfUser ? 1 : 0;
      if (!isOfUser || requests % every !== 0) return fetch(request);
      const trouble = requests / every;
      if (trouble % 2 === 0) await fetch(request);
      return new Response('Try again later.', { status: statuses[trouble % statuses.length] ?? 500 });
    };
  };
}
