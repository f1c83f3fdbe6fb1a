import { expect } from 'vitest';
import type { Deployment } from './deployment.ts';
import { controlToken } from './hold-jobs.ts';
import { createUserClient, type UserClient } from './user-client.ts';

/** The control surface of a deployment that was started with `controlToken`. */
export interface Control {
  /** @returns the answer's body; fails when it's no success. */
  do(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>;
  request(method: string, path: string, body?: unknown, token?: string): Promise<Response>;
  /** A user of their own, so that tests of one file don't meet in one. */
  addUser(user?: { name?: string; tier?: 'sandbox' | 'standard'; credits?: number }): Promise<ControlledUser>;
  addAgent(agent: Record<string, unknown>): Promise<string>;
}

export interface ControlledUser extends UserClient {
  id: string;
  jwt: string;
  apiKey: string;
}

export function createControl({ app }: Pick<Deployment, 'app'>): Control {
  const request: Control['request'] = async (method, path, body, token = controlToken) => {
    if (!app.control) throw new Error('The deployment was started without its control surface.');
    return await app.control(
      new Request(`http://control${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  };
  const act: Control['do'] = async (method, path, body) => {
    const response = await request(method, path, body);
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    request,
    do: act,
    async addUser(user = {}) {
      const added = await act('POST', '/users', { name: crypto.randomUUID(), ...user });
      const client = createUserClient(app.fetch, added.jwt);
      return { ...client, id: added.user_id, jwt: added.jwt, apiKey: added.api_key };
    },
    async addAgent(agent) {
      return (await act('POST', '/agents', agent)).agent_id;
    },
  };
}
