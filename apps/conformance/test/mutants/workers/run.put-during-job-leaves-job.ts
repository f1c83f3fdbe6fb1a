import { setImmediate } from 'node:timers/promises';
import {
  callOf,
  jobHeader,
  type Mutant,
  type Original,
  refuse,
  runIdHeader,
  withHeaders,
} from '../mutant.ts';

/** So often a job is looked at before it ends by itself: how long that takes is no matter of this machine's speed. */
const looks = 12;

export const mutant: Mutant = {
  rule: 'run.put-during-job-leaves-job',
  breaks: 'a refused PUT ends the job',
  wrap: (original) => {
    /** How often each job will still be shown. */
    const left = new Map<string, number>();
    return async (request) => {
      const { method, runId = '', message } = await callOf(request);
      const isPut = method === 'PUT';
      const remaining = left.get(runId) ?? 0;
      if (remaining > 0) left.set(runId, isPut ? 0 : remaining - 1);
      if (remaining > 0) return isPut ? refuse(409) : shown(await original.fetch(request));
      if (left.has(runId)) await untilIdle(original, request, runId);
      const response = await original.fetch(request);
      if (message === original.backgroundMessage) left.set(String(response.headers.get(runIdHeader)), looks);
      return response;
    };
  },
};

function shown(response: Response): Response {
  return withHeaders(response, { [jobHeader]: 'job' });
}

/** What the job does in truth may take longer, and nobody may see it. */
async function untilIdle({ fetch }: Original, { url, headers }: Request, runId: string): Promise<void> {
  const address = url.replace('/ndjson/', '/').replace(/\/[^/]+$/, `/${runId}`);
  while ((await fetch(new Request(address, { headers }))).headers.has(jobHeader)) await setImmediate();
}
