import { expect, test } from 'vitest';
import { tryUserApi } from '../../src/runner/preflight.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { operations } = await loadSpec();
const deployment = {
  name: 'target',
  agentsUrl: undefined,
  baseUrl: 'http://api.test',
  credentials: { jwt: 'own' },
  fixtures: {},
  profile: 'full',
  consistencyWindowMs: 0,
} as const;

/** What is asked for of a target that gives these statuses one after the other, and the last one for ever. */
function askedOf(...statuses: readonly number[]) {
  const asked: string[] = [];
  const driver = {
    probe: async ({ operation }: { readonly operation: string }) => {
      const status = statuses[asked.length] ?? statuses.at(-1) ?? 200;
      asked.push(operation);
      return exchangeOf({ api: 'user', operation, status });
    },
    control: async () => undefined,
  };
  return { asked, read: tryUserApi(driver, { deployment, operations }) };
}

test('an answer of the way to the target is no answer of the target: it is asked again', async () => {
  const { asked, read } = askedOf(502, 504, 200);
  expect((await read)?.response?.status).toBe(200);
  expect(asked).toEqual(['getCurrentUser', 'getCurrentUser', 'getCurrentUser']);
});

test('what lasts can not be judged', async () => {
  const { asked, read } = askedOf(503);
  await expect(read).rejects.toThrow(/answered GET \/me\/ with status 503, so it can't be judged/);
  expect(asked).toHaveLength(4);
});

test('a refusal is told at once', async () => {
  const { asked, read } = askedOf(401);
  await expect(read).rejects.toThrow(/refused the JWT/);
  expect(new Set(asked).size).toBe(asked.length);
});
