import { callOf, type Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.streams-come-to-an-end',
  breaks: 'the connection of an NDJSON stream breaks after a tool call',
  wrap:
    ({ fetch, toolCall }) =>
    async (request) => {
      const { transport, message } = await callOf(request);
      const response = await fetch(request);
      const isTorn = transport === 'ndjson' && response.ok && message === toolCall.message;
      return isTorn ? torn(response) : response;
    },
};

async function torn(response: Response): Promise<Response> {
  const text = await response.text();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2))),
    pull: (controller) => controller.error(new Error('torn by the mutant')),
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
