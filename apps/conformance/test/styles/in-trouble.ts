import type { StyledDeployment } from './deployment.ts';

const statuses = [500, 502, 503, 504, 408, 429];

/**
 * The deployment with some requests of the User API in trouble; every other one of these is done all the same, unless
 * there were too many. Every third connection is closed after its answer.
 */
export function inTrouble(seed: number): (deployment: StyledDeployment) => StyledDeployment['fetch'] {
  return ({ fetch }) => {
    const every = 17 + (seed % 30);
    let requests = 0;
    return async (request) => {
      const isOfUser = new URL(request.url).pathname.includes('/me');
      requests += isOfUser ? 1 : 0;
      if (!isOfUser || requests % every !== 0) return closing(await fetch(request), requests % 3 === 0);
      const trouble = requests / every;
      const status = statuses[trouble % statuses.length] ?? 500;
      if (trouble % 2 === 0 && status !== 429) await fetch(request);
      return new Response('Try again later.', { status, headers: { 'retry-after': '0' } });
    };
  };
}

function closing(response: Response, isLast: boolean): Response {
  if (isLast) response.headers.set('connection', 'close');
  return response;
}
