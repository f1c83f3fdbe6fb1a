import type { StyledDeployment } from './deployment.ts';

type Wrap = (deployment: StyledDeployment) => StyledDeployment['fetch'];

const statuses = [500, 502, 503, 504, 408, 429];

/**
 * The deployment with some requests of the User API in trouble; every other one of these is done all the same, unless
 * there were too many. Every third connection is closed after its answer.
 */
export function inTrouble(seed: number): Wrap {
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

/** What becomes of a request on its way. */
export interface RequestTrouble {
  readonly of: 'writes' | 'reads';
  /** What is answered; 'cut' where the connection breaks in the middle of the answer. */
  readonly answer: number | 'cut';
  /** Whether what is asked for is done all the same. */
  readonly isDone: boolean;
  /** Which of them: each one of so many, counted from 0, that has this remainder. */
  readonly every: number;
  readonly from: number;
}

/** The deployment with some writes, or some reads, of the User API in one kind of trouble. */
export function requestsInTrouble({ of, answer, isDone, every, from }: RequestTrouble): Wrap {
  return ({ fetch }) => {
    let seen = -1;
    return async (request) => {
      const isRead = request.method === 'GET';
      const isMeant = isRead === (of === 'reads') && new URL(request.url).pathname.includes('/me');
      seen += isMeant ? 1 : 0;
      if (!isMeant || seen % every !== from) return await fetch(request);
      if (isDone) await fetch(request);
      if (answer === 'cut') return cutAnswer();
      return new Response('Try again later.', { status: answer });
    };
  };
}

/** A 200 of which no more than the beginning comes. */
function cutAnswer(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{ "id": "')),
    pull: (controller) => controller.error(new Error('cut')),
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
}
