import { type Mutant, runIdHeader, withHeaders } from './mutant.ts';

export const mutant: Mutant = {
  rule: 'run.post-run-id-is-new',
  breaks: 'every third POST returns the run id of the POST before',
  // Whatever is then sent to the new run meets the other one.
  alsoBreaks: [
    'run.post-starts-clear',
    'run.put-idle-is-accepted',
    'run.transports-share-runs',
    'run.get-idle-has-no-job-id',
  ],
  wrap: ({ fetch }) => {
    let posts = 0;
    let before: string | undefined;
    return async (request) => {
      const response = await fetch(request);
      const runId = response.headers.get(runIdHeader);
      if (request.method !== 'POST' || runId === null) return response;
      posts += 1;
      const shown = posts % 3 === 0 ? (before ?? runId) : runId;
      before = runId;
      return withHeaders(response, { [runIdHeader]: shown });
    };
  },
};
