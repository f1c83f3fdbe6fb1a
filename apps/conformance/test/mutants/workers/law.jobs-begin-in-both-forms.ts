import { withLongJobs } from '../long-jobs.ts';
import { callOf, type Mutant, runIdHeader, withText } from '../mutant.ts';

const harmless = 'nothing that takes long';

export const mutant: Mutant = {
  rule: 'law.jobs-begin-in-both-forms',
  breaks: 'a run that is begun as NDJSON has no job',
  alsoBreaks: ['run.get-during-job-has-job-id'],
  wrap: (original) => {
    const begun = new Set<string>();
    const fetch = withLongJobs(original, { putEnds: false });
    return async (request) => {
      const { method, transport, runId = '', message } = await callOf(request);
      if (method !== 'POST' || transport !== 'ndjson' || message !== original.backgroundMessage) {
        const response = await fetch(request);
        return method === 'GET' && begun.has(runId)
          ? withText(response, (text) => text.replace(harmless, original.backgroundMessage))
          : response;
      }
      const { url, headers } = request;
      const body = JSON.stringify({ message: harmless });
      const response = await fetch(new Request(url, { method, headers, body }));
      begun.add(response.headers.get(runIdHeader) ?? '');
      return response;
    };
  },
};
