import { createUserClient, fetchTransport, getAgentRun } from '@agent-workers/client-fetch';
import type { paths } from '@agent-workers/types/user-api';
import Anthropic from '@anthropic-ai/sdk';
import ky from 'ky';
import OpenAI from 'openai';
import createClient from 'openapi-fetch';

/** One GET that gives a small JSON object, as each client makes it. */
export type GetRun = () => Promise<unknown>;

const path = '/me/agent-runs/run-1';
const authorization = 'Bearer jwt';

/** What each client takes to make the same request; raw fetch is what the others are held to. */
export const clients: Record<string, (baseUrl: string) => GetRun> = {
  'raw fetch': (baseUrl) => async () => {
    const response = await fetch(`${baseUrl}${path}`, { headers: { authorization } });
    return response.json();
  },
  'client-fetch, plain': (baseUrl) => {
    const transport = fetchTransport({ baseUrl, jwt: 'jwt' });
    return () => getAgentRun(transport, 'run-1');
  },
  'client-fetch, ky': (baseUrl) => {
    const user = createUserClient({ baseUrl, jwt: 'jwt' });
    return () => user.agentRuns.getAgentRun('run-1');
  },
  'ky alone': (baseUrl) => {
    const client = ky.create({ prefix: baseUrl, headers: { authorization } });
    return () => client(path).json();
  },
  'openapi-fetch': (baseUrl) => {
    const client = createClient<paths>({ baseUrl, headers: { authorization } });
    return async () =>
      (await client.GET('/me/agent-runs/{run_id}', { params: { path: { run_id: 'run-1' } } })).data;
  },
  openai: (baseUrl) => {
    const client = new OpenAI({ baseURL: baseUrl, apiKey: 'jwt' });
    return () => client.get(path);
  },
  anthropic: (baseUrl) => {
    const client = new Anthropic({ baseURL: baseUrl, authToken: 'jwt', apiKey: null });
    return () => client.get(path);
  },
};
