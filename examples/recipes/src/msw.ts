// Handlers for msw, from the samples of the contract: `http.all('*', ({ request }) => answer(request))`.
import { answerRequests } from '@agent-workers/client-fetch/testing';

/** What is said here wins over the samples. Gives nothing for a request that goes elsewhere, which msw then passes on. */
export const answer = answerRequests(
  { getAgent: { agent_id: 'a', chat_prompt: 'You are a test.' } },
  { baseUrl: 'https://api.test' },
);
