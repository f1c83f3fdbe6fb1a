import { type Mutant, runIdHeader, withHeaders } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.post-run-id-is-new',
  breaks: 'every third POST returns the run id of the POST before',
  // Whatever is then sent to the new run meets the other one: which rules that breaks hangs on what is under way.
  alsoBreaks: [
    'run.post-starts-clear',
    'run.put-idle-is-accepted',
    'run.transports-share-runs',
    'run.get-idle-has-no-job-id',
    'run.history-keeps-responses',
    'run.put-appends-message',
    'run.put-keeps-history',
    'run.get-is-in-conversation-order',
    'run.put-during-job-is-409',
    'run.put-during-job-adds-nothing',
    'law.message-is-kept-to-the-letter',
    'law.ndjson-holds-the-kept-answer',
    'law.stream-is-the-kept-answer',
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
