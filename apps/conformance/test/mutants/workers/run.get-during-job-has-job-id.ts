import { jobHeader, type Mutant, withHeaders } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.get-during-job-has-job-id',
  breaks: 'GET never shows a job',
  wrap:
    ({ fetch }) =>
    async (request) =>
      withHeaders(await fetch(request), { [jobHeader]: undefined }),
};
