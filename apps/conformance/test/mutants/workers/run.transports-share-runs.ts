import { callOf, type Mutant, refuse, runIdHeader } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.transports-share-runs',
  breaks: 'a run can only be continued in the form that started it',
  wrap: ({ fetch }) => {
    const startedAs = new Map<string, string>();
    return async (request) => {
      const { method, transport, runId = '' } = await callOf(request);
      const other = startedAs.has(runId) && startedAs.get(runId) !== transport;
      if (method === 'PUT' && other) return refuse(404);
      const response = await fetch(request);
      if (method === 'POST') startedAs.set(response.headers.get(runIdHeader) ?? '', transport);
      return response;
    };
  },
};
