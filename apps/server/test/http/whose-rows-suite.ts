import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Control, type ControlledUser, createControl } from '../helpers/control.ts';
import type { Deployment } from '../helpers/deployment.ts';

interface Person extends ControlledUser {
  agentId: string;
  fileId: string;
  studioId: string;
  runId: string;
}

/** What the processes of one deployment give again, on any database. */
export function defineWhoseRowsSuite(processes: () => readonly Deployment[], runs = 5): void {
  let control: Control;
  let people: Person[];
  // Which process is asked: a write in one has to be seen in the others.
  let through = 0;
  beforeAll(async () => {
    const [first] = processes();
    if (!first) throw new Error('There is no deployment.');
    control = createControl(first);
    people = [await addPerson(), await addPerson()];
  });

  async function addPerson(): Promise<Person> {
    const user = await control.addUser({ credits: 1_000 });
    const body = { chat_prompt: 'Be brief.', visibility: 'public', name: 'first' };
    const { agent_id: agentId } = (await user.call('createChat', { body })).body;
    const file = { path: { agent_id: agentId }, body: { content: 'first' } };
    const { file_id: fileId } = (await user.call('createAgentFile', file)).body;
    const studioId = crypto.randomUUID();
    await user.call('createStudioChat', { body: { run_id: studioId, visibility: 'public' } });
    const answer = await send(user, 'POST', `/agents/${agentId}`, { message: 'Hello' });
    return { ...user, agentId, fileId, studioId, runId: answer.headers.get('x-service-run-id') ?? '' };
  }

  async function send(user: ControlledUser, method: string, path: string, body?: object, headers = {}) {
    const credential = path.startsWith('/agents') ? user.apiKey : user.jwt;
    const response = await processes()[through % processes().length]?.app.fetch(
      new Request(`http://in-process${path}`, {
        method,
        headers: { authorization: `Bearer ${credential}`, ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    if (!response) throw new Error('There is no deployment.');
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Of all that a person may read, also of the others'. */
  function readable({ agentId, runId }: Person): string[] {
    const all = people.flatMap((one) => [
      ...['', '/files', `/files/${one.fileId}`, '/customizations/theme'].map(
        (part) => `agents/${one.agentId}${part}`,
      ),
      `agent-studio-chats/${one.studioId}`,
    ]);
    const lists = ['agents', 'chats', 'agent-runs', 'executions', 'credits', 'bundles', 'user-tools', 'vip'];
    const others = ['agent-studio-chats', 'tools', 'tools/list', 'tools/lookup', 'toolsets/list'];
    const ofRun = ['', '/logs', '/mcp-server-logs'].map((part) => `agent-runs/${runId}${part}`);
    const own = [...all, ...lists, ...others, ...ofRun].map((name) => `/me/${name}`);
    return [...own, `/agents/${agentId}/${runId}`];
  }

  const chat = ({ agentId }: Person) => `/me/chats/${agentId}`;
  const writes = {
    rename: (who: Person, value: string) => send(who, 'PATCH', chat(who), { name: value }),
    price: (who: Person) => send(who, 'PATCH', chat(who), { subscription_price: 100 }),
    offer: (who: Person) => send(who, 'PATCH', chat(who), { subscription_price: 100, visibility: 'public' }),
    free: (who: Person) => send(who, 'PATCH', chat(who), { subscription_price: null }),
    hide: (who: Person) => send(who, 'PATCH', chat(who), { visibility: 'private' }),
    show: (who: Person) => send(who, 'PATCH', chat(who), { visibility: 'public' }),
    add: (who: Person) => send(who, 'POST', '/me/agents', { chat_prompt: 'Another.' }),
    file: (who: Person) => send(who, 'POST', `/me/agents/${who.agentId}/files`, { content: 'x' }),
    refile: (who: Person, content: string) =>
      send(who, 'PATCH', `/me/agents/${who.agentId}/files/${who.fileId}`, { content }),
    paint: (who: Person, value: string) => {
      const theme_color = `#${value.slice(0, 6)}`;
      return send(who, 'PUT', `/me/agents/${who.agentId}/customizations/theme`, { theme_color });
    },
    studio: (who: Person, title: string) =>
      send(who, 'PATCH', `/me/agent-studio-chats/${who.studioId}`, { title }),
    shut: (who: Person) =>
      send(who, 'PATCH', `/me/agent-studio-chats/${who.studioId}`, { visibility: 'private' }),
    redeem: async (who: Person, code: string) => {
      const owner = await control.addUser();
      await control.do('POST', `/users/${owner.id}/vip-codes`, { code, credits: 5 });
      return await send(who, 'POST', '/me/vip', { code });
    },
    plan: (who: Person) => send(who, 'POST', '/me/schedules', { chat_id: who.agentId, cron: '0 0 1 1 *' }),
    subscribe: async (who: Person) => {
      const other = people.find(({ id }) => id !== who.id);
      if (other) await writes.offer(other);
      return await control.do('POST', '/payments/subscriptions/active', {
        user_id: who.id,
        agent_id: other?.agentId,
      });
    },
    key: (who: Person) => send(who, 'POST', '/me/api-keys', { name: 'another' }),
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
  const step = fc.record({
    person: fc.nat({ max: 1 }),
    write: fc.constantFrom(...names),
    value: fc.uuid(),
    writing: fc.nat({ max: 1 }),
    reading: fc.nat({ max: 1 }),
  });

  /** All that a person reads is as if it were answered anew: a page's request always is. */
  async function expectFresh(reader: Person, after: string): Promise<void> {
    for (const path of readable(reader)) {
      const given = await send(reader, 'GET', path);
      const made = await send(reader, 'GET', path, undefined, { origin: 'http://page.example' });
      expect({ path, after, ...given, headers: {} }).toEqual({ path, after, ...made, headers: {} });
    }
  }

  it('answers that are given again are what would be answered anew, whoever has written whatever', {
    timeout: 240_000,
  }, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      for (const { person, write, value, writing, reading } of steps) {
        const writer = people[person];
        through = writing;
        if (writer) await writes[write](writer, value);
        through = reading;
        for (const reader of people) await expectFresh(reader, write);
      }
    });
    await fc.assert(property, { numRuns: Number(process.env.FUZZ_RUNS ?? runs) });
  });
}
