import { callOf, type Message, type Mutant, type Original, runIdHeader, withMessages } from '../mutant.ts';

/** A message that the mutant took, and how many messages the original had at that moment. */
interface Taken {
  readonly after: number;
  readonly message: string;
}

export const mutant: Mutant = {
  rule: 'run.put-during-job-is-409',
  breaks: 'a PUT during a job is taken',
  wrap: (original) => {
    const takenBy = new Map<string, Taken[]>();
    return async (request) => {
      const { method, transport, runId = '', message = '' } = await callOf(request);
      const response = await original.fetch(request);
      if (method === 'GET') return withMessages(response, (all) => insert(all, takenBy.get(runId) ?? []));
      if (response.status !== 409) return response;
      const after = await countMessages(original, request, runId);
      takenBy.set(runId, [...(takenBy.get(runId) ?? []), { after, message }]);
      const body = transport === 'text' ? 'Noted.' : '{"text":"Noted."}\n';
      return new Response(body, { headers: { [runIdHeader]: runId } });
    };
  },
};

async function countMessages({ fetch }: Original, request: Request, runId: string): Promise<number> {
  const url = new URL(request.url);
  const agentId = url.pathname.split('/').filter((part) => part !== 'ndjson')[2];
  url.pathname = `/agents/${agentId}/${runId}`;
  const response = await fetch(new Request(url, { headers: request.headers }));
  const messages: unknown = await response.json();
  return Array.isArray(messages) ? messages.length : 0;
}

function insert(messages: readonly Message[], taken: readonly Taken[]): Message[] {
  const at = (index: number): Message[] =>
    taken
      .filter(({ after }) => after === index)
      .flatMap(({ message }) => [
        { role: 'user', content: message },
        { role: 'assistant', content: 'Noted.' },
      ]);
  return [...at(0), ...messages.flatMap((message, index) => [message, ...at(index + 1)])];
}
