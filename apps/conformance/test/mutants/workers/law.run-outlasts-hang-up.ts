import { callOf, type Mutant, refuse, runIdHeader } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.run-outlasts-hang-up',
  breaks: 'a run whose client hangs up stays locked',
  wrap: ({ fetch }) => {
    const locked = new Set<string>();
    return async (request) => {
      const { method, runId = '' } = await callOf(request);
      if (method === 'PUT' && locked.has(runId)) return refuse(409);
      const response = await fetch(request);
      const run = response.headers.get(runIdHeader) ?? runId;
      const isTurn = (method === 'POST' || method === 'PUT') && response.ok;
      return isTurn && response.body !== null
        ? new Response(
            untilLeft(response.body, () => locked.add(run)),
            response,
          )
        : response;
    };
  },
};

/** The same stream; tells when nobody reads it any more. */
function untilLeft(body: ReadableStream<Uint8Array>, onLeft: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => {
      onLeft();
      await reader.cancel(reason);
    },
  });
}
