import { createUserClient } from '@agent-workers/client-fetch';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { answer } from '../src/msw.ts';

const reference = inject('reference');
const server = setupServer(http.all('*', ({ request }) => answer(request)));
beforeAll(() => server.listen());
afterAll(() => server.close());

describe('The recipe for msw', () => {
  it('answers what is said, and samples', async () => {
    const user = createUserClient({ baseUrl: 'https://api.test', jwt: 'j' });
    expect(await user.agents.getAgent('x')).toEqual({ agent_id: 'a', chat_prompt: 'You are a test.' });
    expect(await user.agentRuns.getAgentRun('r-1')).toEqual({ run_id: 'r-1' });
    expect(await user.tools.searchTools({ q: 'x' })).toBeDefined();
  });

  it('leaves requests to other addresses to the network', async () => {
    const { baseUrl, credentials, fixtures } = reference;
    const user = createUserClient({ baseUrl, jwt: credentials.jwt });
    const ids = (await user.agents.listAgents()).map(({ agent_id }) => agent_id);
    expect(ids).toContain(fixtures.agentId);
  });
});
