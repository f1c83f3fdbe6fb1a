import { setImmediate } from 'node:timers/promises';
import { callOf, type Fetch, jobHeader, type Original, refuse, runIdHeader, withHeaders } from './mutant.ts';

/** So often a job is looked at before it ends by itself: how long that takes is no matter of this machine's speed. */
const looks = 15;

/** The same deployment with jobs that last for many looks; a PUT is refused while one runs, and may end it. */
export function withLongJobs(original: Original, { putEnds }: { readonly putEnds: boolean }): Fetch {
  /** How often each job will still be shown. */
  const left = new Map<string, number>();
  return async (request) => {
    const { method, runId = '', message } = await callOf(request);
    const isPut = method === 'PUT';
    const remaining = left.get(runId) ?? 0;
    if (remaining > 0) {
      left.set(runId, isPut && putEnds ? 0 : remaining - 1);
      return isPut ? refuse(409) : shown(await original.fetch(request));
    }
    if (left.has(runId)) await untilIdle(original, request, runId);
    const response = await original.fetch(request);
    if (message === original.backgroundMessage) left.set(String(response.headers.get(runIdHeader)), looks);
    return response;
  };
}

function shown(response: Response): Response {
  return withHeaders(response, { [jobHeader]: 'job' });
}

/** What the job really does may take longer, and must not be seen. */
async function untilIdle({ fetch }: Original, { url, headers }: Request, runId: string): Promise<void> {
  const address = url.replace('/ndjson/', '/').replace(/\/[^/]+$/, `/${runId}`);
  while ((await fetch(new Request(address, { headers }))).headers.has(jobHeader)) await setImmediate();
}
