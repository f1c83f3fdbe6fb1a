import { type Message, type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.get-is-in-conversation-order',
  breaks: 'the newest turn comes first',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      return request.method === 'GET' ? withMessages(response, newestTurnFirst) : response;
    },
};

function newestTurnFirst(messages: readonly Message[]): Message[] {
  const turns: Message[][] = [];
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns.reverse().flat();
}
