import { expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { createRedactor } from '../../src/exchanges/redact.ts';
import type { Sender } from '../../src/exchanges/send.ts';
import { type PreparedCall, sendCall } from '../../src/exchanges/send-call.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const deployment: Deployment = {
  name: 'test',
  agentsUrl: undefined,
  baseUrl: 'http://target.test',
  credentials: {},
  fixtures: {},
  profile: 'full',
  consistencyWindowMs: 0,
};

const { operations } = await loadSpec();

async function recorded(operation: string, body: unknown): Promise<string> {
  const contract = operations.find(({ id }) => id === operation);
  if (contract === undefined) throw new Error(`${operation} is no operation.`);
  const kept: Exchange[] = [];
  const call: PreparedCall = {
    origin: { phase: 'judged', case: { kind: 'probe', id: operation }, step: 1, attempt: 1 },
    operation: contract,
    address: 'http://target.test',
    path: {},
    query: [],
    credential: 'own',
    headers: {},
    body: undefined,
    probe: { kind: 'valid', certain: true },
  };
  const text = JSON.stringify(body);
  const answered = { text, chunks: [], ended: 'complete' } as const;
  const response = { status: 200, headers: [], headersAt: 1, endedAt: 2, body: answered };
  const sender: Sender = { send: async () => ({ sentAt: 0, response }), close: async () => {} };
  await sendCall(call, {
    deployment,
    sender,
    nextId: () => 1,
    redactor: createRedactor([]),
    record: (exchange) => kept.push(exchange),
  });
  return kept[0]?.response?.body.text ?? '';
}

test('a key from before the run that a list shows is not recorded, and what names the record is', async () => {
  const text = await recorded('listApiKeys', [
    { id: 7, name: 'laptop', secret: 'ck_live_sandy_1a2b3c4d5e6f' },
  ]);
  expect(text).toBe('[{"id":7,"name":"laptop","secret":"«secret»"}]');
});

test('a text of a family without secrets stays as it is', async () => {
  const body = [{ agent_id: 'ck_live_sandy_1a2b3c4d5e6f' }];
  expect(await recorded('listAgents', body)).toBe(JSON.stringify(body));
});
