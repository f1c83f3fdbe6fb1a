import { type Mutant, runIdHeader, withHeaders } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.post-run-id-is-new',
  breaks: 'every third POST returns the run id of the POST before',
  // Whatever is then sent to the new run meets the other one: which rules that breaks hangs on what is under way.
  alsoBreaks: [
    'law.message-is-kept-to-the-letter',
    'law.ndjson-holds-the-kept-answer',
    'law.refused-message-adds-nothing',
    'law.stream-is-the-kept-answer',
    'ndjson.carries-output',
    'ndjson.carries-tool-calls',
    'run.failed-job-frees-run',
    'run.get-during-job-has-job-id',
    'run.get-idle-has-no-job-id',
    'run.get-is-in-conversation-order',
    'run.history-keeps-responses',
    'run.post-during-job-is-allowed',
    'run.post-starts-clear',
    'run.put-after-job-resumes',
    'run.put-appends-message',
    'run.put-during-job-adds-nothing',
    'run.put-during-job-is-409',
    'run.put-idle-is-accepted',
    'run.put-keeps-history',
    'run.transports-share-runs',
    'text.only-user-facing-output',
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
