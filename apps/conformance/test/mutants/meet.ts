import { subscribe } from 'node:diagnostics_channel';

/** The requests that the judge has sent and that have no answer yet, by method, address and credential. */
const underWay = new Map<string, Set<object>>();
const listeners = new Set<() => void>();
let isListening = false;

/**
 * Holds a request until all like it that are under way are held as well, and tells how many they are: 1 for one that was
 * sent alone. Judge and mutant share a process, so no time need pass to know that nothing more is to come.
 */
export function createMeeting(): (request: Request) => Promise<number> {
  listen();
  const held = new Map<string, PromiseWithResolvers<number>[]>();
  function release(): void {
    for (const [key, group] of held) {
      if (group.length < (underWay.get(key)?.size ?? 0)) continue;
      held.delete(key);
      for (const { resolve } of group) resolve(group.length);
    }
  }
  listeners.add(release);
  return async ({ method, url, headers }) => {
    const one = Promise.withResolvers<number>();
    const key = `${method} ${url} ${headers.get('authorization') ?? ''}`;
    held.set(key, [...(held.get(key) ?? []), one]);
    release();
    return one.promise;
  };
}

/** What undici tells of each request that it sends, as its documentation has it. */
interface Told {
  readonly request: {
    readonly method: string;
    readonly origin: string | URL;
    readonly path: string;
    /** Names and values in turn. */
    readonly headers: readonly string[];
  };
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  const on = (event: string, act: (told: Told) => void): void =>
    subscribe(`undici:request:${event}`, (told) => isTold(told) && act(told));
  on('create', ({ request }) => requestsLike(request).add(request));
  for (const end of ['headers', 'error']) on(end, ({ request }) => forget(request));
}

function isTold(told: unknown): told is Told {
  return typeof told === 'object' && told !== null && 'request' in told;
}

function requestsLike({ method, origin, path, headers }: Told['request']): Set<object> {
  const place = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === 'authorization');
  const key = `${method} ${new URL(path, origin)} ${place < 0 ? '' : headers[place + 1]}`;
  const like = underWay.get(key) ?? new Set();
  underWay.set(key, like);
  return like;
}

function forget(request: Told['request']): void {
  requestsLike(request).delete(request);
  for (const listener of listeners) listener();
}
