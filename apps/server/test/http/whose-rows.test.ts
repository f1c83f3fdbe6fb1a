import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Control, type ControlledUser, createControl } from '../helpers/control.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';

interface Person extends ControlledUser {
  agentId: string;
  runId: string;
}

describe('answers that are given again on the embedded database', () => {
  let deployment: Deployment;
  let control: Control;
  let people: Person[];
  beforeAll(async () => {
    deployment = await startDeployment();
    control = createControl(deployment);
    people = [await addPerson(), await addPerson()];
  });
  afterAll(() => deployment.close());

  async function addPerson(): Promise<Person> {
    const user = await control.addUser({ credits: 1_000 });
    const body = { chat_prompt: 'Be brief.', visibility: 'public', name: 'first' };
    const { agent_id: agentId } = (await user.call('createChat', { body })).body;
    const answer = await send(user, 'POST', `/agents/${agentId}`, { message: 'Hello' });
    return { ...user, agentId, runId: answer.headers.get('x-service-run-id') ?? '' };
  }

  async function send(user: ControlledUser, method: string, path: string, body?: object, headers = {}) {
    const credential = path.startsWith('/agents') ? user.apiKey : user.jwt;
    const response = await deployment.app.fetch(
      new Request(`http://in-process${path}`, {
        method,
        headers: { authorization: `Bearer ${credential}`, ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Of all that a person may read, also of the others'. */
  function readable({ agentId, runId }: Person): string[] {
    const all = people.flatMap((one) => [`/me/agents/${one.agentId}`, `/me/agents/${one.agentId}/files`]);
    const lists = ['agents', 'chats', 'agent-runs', 'executions', 'credits', 'bundles', 'user-tools'];
    const ofRun = ['', '/logs', '/mcp-server-logs'].map((part) => `/me/agent-runs/${runId}${part}`);
    return [...all, ...lists.map((name) => `/me/${name}`), ...ofRun, `/agents/${agentId}/${runId}`];
  }

  const chat = ({ agentId }: Person) => `/me/chats/${agentId}`;
  const writes = {
    rename: (who: Person, value: string) => send(who, 'PATCH', chat(who), { name: value }),
    price: (who: Person) => send(who, 'PATCH', chat(who), { subscription_price: 100 }),
    free: (who: Person) => send(who, 'PATCH', chat(who), { subscription_price: null }),
    hide: (who: Person) => send(who, 'PATCH', chat(who), { visibility: 'private' }),
    show: (who: Person) => send(who, 'PATCH', chat(who), { visibility: 'public' }),
    add: (who: Person) => send(who, 'POST', '/me/agents', { chat_prompt: 'Another.' }),
    file: (who: Person) => send(who, 'POST', `/me/agents/${who.agentId}/files`, { content: 'x' }),
    start: (who: Person) => send(who, 'POST', `/agents/${who.agentId}`, { message: 'Hello' }),
    goOn: (who: Person) =>
      send(who, 'PUT', `/agents/${who.agentId}/${who.runId}`, { message: '/tool lookup {"topic": "tides"}' }),
    tool: (who: Person) => send(who, 'POST', '/me/tools/run/lookup', { topic: 'tides' }),
    credit: (who: Person) => send(who, 'POST', '/me/credits/use'),
    bundle: (who: Person) => send(who, 'POST', '/me/bundles'),
    install: (who: Person) => send(who, 'POST', '/me/user-tools', { tool_id: 'lookup' }),
    operator: (who: Person) => control.do('PATCH', `/users/${who.id}`, { credits: 1_000 }),
  };
  const names = Object.keys(writes) as (keyof typeof writes)[];
  const step = fc.record({ person: fc.nat({ max: 1 }), write: fc.constantFrom(...names), value: fc.uuid() });

  /** All that a person reads is as if it were answered anew: a page's request always is. */
  async function expectFresh(reader: Person, after: string): Promise<void> {
    for (const path of readable(reader)) {
      const given = await send(reader, 'GET', path);
      const made = await send(reader, 'GET', path, undefined, { origin: 'http://page.example' });
      expect({ path, after, ...given, headers: {} }).toEqual({ path, after, ...made, headers: {} });
    }
  }

  it('are what would be answered anew, whoever has written whatever', { timeout: 240_000 }, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      for (const { person, write, value } of steps) {
        const writer = people[person];
        if (writer) await writes[write](writer, value);
        for (const reader of people) await expectFresh(reader, write);
      }
    });
    await fc.assert(property, { numRuns: Number(process.env.FUZZ_RUNS ?? 12) });
  });
});
