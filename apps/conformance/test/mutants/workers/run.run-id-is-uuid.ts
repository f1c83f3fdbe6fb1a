import { type Mutant, runIdHeader, withHeaders } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.run-id-is-uuid',
  breaks: 'run ids are numbers with a name before them',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const plain = new Request(request.url.replace('/run_', '/'), request);
      const response = await fetch(plain);
      const runId = response.headers.get(runIdHeader);
      return runId === null ? response : withHeaders(response, { [runIdHeader]: `run_${runId}` });
    },
};
