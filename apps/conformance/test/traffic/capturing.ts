import type { Captured } from '../../src/traffic/captured.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface Capture {
  readonly fetch: Fetch;
  readonly captured: readonly Captured[];
}

/** Answers as before, and notes what a proxy would see; each moment is a ms later than the one before. */
export function capturing(fetch: Fetch, source = 'test'): Capture {
  const captured: Captured[] = [];
  let now = Date.UTC(2026, 0, 1);
  const tick = (): number => {
    now += 1;
    return now;
  };
  return {
    captured,
    fetch: async (request) => {
      const sentAt = tick();
      const requestBody = request.method === 'GET' ? undefined : await request.clone().text();
      const response = await fetch(request);
      const headersAt = tick();
      const body = await response.clone().text();
      captured.push({
        source,
        method: request.method,
        url: request.url,
        requestHeaders: [...request.headers],
        requestBody,
        sentAt,
        response: {
          status: response.status,
          headers: [...response.headers],
          headersAt,
          endedAt: tick(),
          body,
          isWhole: true,
        },
      });
      return response;
    },
  };
}
