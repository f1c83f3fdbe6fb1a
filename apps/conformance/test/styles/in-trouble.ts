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

/** What becomes of a write on its way. */
export interface WriteTrouble {
  /** What is answered; 'cut' where the connection breaks in the middle of the answer. */
  readonly answer: number | 'cut';
  /** Whether the write is done all the same. */
  readonly isDone: boolean;
  /** Which writes: each one of so many, counted from 0, that has this remainder. */
  readonly every: number;
  readonly from: number;
}

/** The deployment with some writes of the User API in one kind of trouble. */
export function writesInTrouble({ answer, isDone, every, from }: WriteTrouble): Wrap {
  return ({ fetch }) => {
    let writes = -1;
    return async (request) => {
      const isWrite = request.method !== 'GET' && new URL(request.url).pathname.includes('/me');
      writes += isWrite ? 1 : 0;
      if (!isWrite || writes % every !== from) return await fetch(request);
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
