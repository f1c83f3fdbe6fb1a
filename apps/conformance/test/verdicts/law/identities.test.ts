import { describe, expect, test } from 'vitest';
import type { Identity } from '../../../src/cases/scenario.ts';
import { calls, verdictOfLaw } from './judge-law.ts';

const prompt = 'conformance prompt kept to oneself';
const agent = (act: 'create' | 'read' | 'change', shows = {}) => ({
  resource: { family: 'agent', act, id: 'a1', certain: true, shows },
});
const made = (visibility: string) => ({
  operation: 'upsertAgent',
  path: '/me/agents',
  sent: { chat_prompt: prompt },
  body: '{"agent_id":"a1"}',
  ...agent('create', { visibility }),
});
const refusal = { kind: 'refusal', certain: true } as const;

describe('what is private', () => {
  const asked = (body: string, visibility = 'private', identity: Identity = 'missing') =>
    verdictOfLaw(
      'law.private-is-not-shown',
      calls(made(visibility), { operation: 'getChatSocialPreview', identity, intent: refusal, body }),
    );

  test('is in no answer to somebody else', () => {
    expect(asked('<title>An agent</title>')).toBe('passed');
    expect(asked(`<title>${prompt}</title>`)).toBe('failed');
    expect(asked(`{"prompt":"${prompt}"}`, 'private', 'other')).toBe('failed');
  });

  test('is shown to its owner, and to everybody once it is public or not known to be private', () => {
    expect(asked(prompt, 'private', 'own')).toBe('not-observed');
    expect(asked(prompt, 'public')).toBe('not-observed');
  });

  test('says nothing where the same text was written elsewhere too', () => {
    const twice = calls(
      made('private'),
      { operation: 'createChat', sent: { chat_prompt: prompt }, body: '{}' },
      { operation: 'getVibePrompt', identity: 'other', intent: refusal, body: prompt },
    );
    expect(verdictOfLaw('law.private-is-not-shown', twice)).toBe('not-observed');
  });
});

describe('what others try', () => {
  const read = (body: object, status = 200) => ({
    operation: 'getAgent',
    path: '/me/agents/a1',
    body: JSON.stringify(body),
    status,
    ...agent('read'),
  });
  const tried = { operation: 'generateUpsellDescription', identity: 'other', intent: refusal } as const;
  const before = { name: 'A', reads: 1, at: '2026-01-01T00:00:00Z', upsell: null };
  const judged = (after: object, status?: number) =>
    verdictOfLaw('law.others-change-nothing', calls(read(before), read(before), tried, read(after, status)));

  test('leaves the record as its owner reads it', () => {
    expect(judged(before)).toBe('passed');
    expect(judged({ ...before, name: 'B' })).toBe('failed');
    expect(judged({ ...before, upsell: 'Buy it!' })).toBe('failed');
    expect(judged({ error: 'gone' }, 404)).toBe('failed');
  });

  test('may be counted, and a time or a text that differs anyway says nothing', () => {
    expect(judged({ ...before, reads: 9, at: '2026-01-01T00:00:09Z' })).toBe('passed');
    const nonces = ['x', 'y', 'z'].map((nonce) => read({ ...before, nonce }));
    const [one = tried, two = tried, three = tried] = nonces;
    expect(verdictOfLaw('law.others-change-nothing', calls(one, two, tried, three))).toBe('passed');
  });

  test('says nothing where the owner wrote meanwhile, or so soon before that it might not show', () => {
    const change = { operation: 'updateChat', sent: {}, ...agent('change') };
    const after = read({ ...before, name: 'B' });
    expect(
      verdictOfLaw('law.others-change-nothing', calls(read(before), read(before), tried, change, after)),
    ).toBe('not-observed');
    const soon = calls(made('private'), read(before), read(before), tried, after);
    expect(verdictOfLaw('law.others-change-nothing', soon, { consistencyWindowMs: 1_000 })).toBe(
      'not-observed',
    );
    expect(verdictOfLaw('law.others-change-nothing', soon)).toBe('failed');
  });

  test('says nothing where the owner had something made for the record meanwhile', () => {
    const own = { operation: 'generateUpsellDescription', sent: {}, ...agent('read') };
    const after = read({ ...before, upsell: 'Buy it!' });
    const used = calls(read(before), read(before), tried, own, after);
    expect(verdictOfLaw('law.others-change-nothing', used)).toBe('not-observed');
  });

  test('says nothing where the owner writes beside the last read', () => {
    const change = { operation: 'updateChat', sent: {}, ...agent('change'), sentAt: 31 };
    const after = read({ ...before, name: 'B' });
    const together = calls(read(before), read(before), tried, after, change);
    expect(verdictOfLaw('law.others-change-nothing', together)).toBe('not-observed');
  });
});

test("a list is its caller's, however public what another user made", () => {
  const list = (...listed: string[]) => ({
    operation: 'listAgents',
    identity: 'other' as const,
    resource: { family: 'agent', act: 'list' as const, certain: true, listed },
  });
  const judged = (...listed: string[]) =>
    verdictOfLaw('law.lists-are-the-callers', calls(made('public'), list(...listed)));
  expect(judged('b7')).toBe('passed');
  expect(judged('b7', 'a1')).toBe('failed');
});

test("logs are their caller's: others see none, or others", () => {
  const log = { operation: 'listAgentRunLogs', path: '/me/agent-runs/r1/logs' };
  const judged = (body: unknown) =>
    verdictOfLaw(
      'law.logs-are-the-callers',
      calls(
        { ...log, body: '[{"said":"hello"}]' },
        { ...log, identity: 'other', body: JSON.stringify(body) },
      ),
    );
  expect(judged([])).toBe('passed');
  expect(judged([{ said: 'something else' }])).toBe('passed');
  expect(judged([{ said: 'hello' }])).toBe('failed');
});

describe("a run is its caller's", () => {
  const run = { path: '/agents/w/r1', api: 'workers' } as const;
  const read = (texts: readonly string[], identity: Identity = 'own') => ({
    ...run,
    identity,
    operation: 'getRunMessages',
    body: JSON.stringify(texts.map((content) => ({ role: 'user', content }))),
  });

  test('no other user reads it', () => {
    const judged = (texts: readonly string[]) =>
      verdictOfLaw('law.runs-are-the-callers', calls(read(['hello']), read(texts, 'other')));
    expect(judged([])).toBe('passed');
    expect(judged(['hello'])).toBe('failed');
  });

  test('no other user adds to it', () => {
    const put = {
      ...run,
      operation: 'continueRun',
      identity: 'other' as const,
      sent: { message: 'intruder' },
    };
    const judged = (texts: readonly string[]) =>
      verdictOfLaw('law.runs-are-the-callers', calls(put, read(texts)));
    expect(judged(['hello'])).toBe('passed');
    expect(judged(['hello', 'intruder'])).toBe('failed');
  });
});

test('a private worker is not started by others; one that is not known to be private may be', () => {
  const rule = 'law.private-worker-is-closed';
  const start = (status: number, certain = true) => ({
    operation: 'startRun',
    path: '/agents/a1',
    status,
    intent: { kind: 'refusal', certain, rule } as const,
  });
  expect(verdictOfLaw(rule, calls(start(404)))).toBe('passed');
  expect(verdictOfLaw(rule, calls(start(200)))).toBe('failed');
  expect(verdictOfLaw(rule, calls(start(200, false)))).toBe('not-observed');
  expect(verdictOfLaw(rule, calls(made('public'), start(200)))).toBe('not-observed');
  expect(verdictOfLaw(rule, calls(made('private'), start(200)))).toBe('failed');
});

describe('what a sandbox has', () => {
  const its = (act: 'read' | 'list', shown: object) => ({
    operation: act === 'read' ? 'getChat' : 'listAgents',
    path: act === 'read' ? '/me/chats/a1' : '/me/agents',
    identity: 'sandbox' as const,
    resource: { family: 'agent', act, certain: true, ...shown },
  });
  const listed = its('list', { listed: ['a1'] });
  const read = (visibility: string) => its('read', { id: 'a1', shows: { visibility } });

  test('is not private, whatever it was made by', () => {
    expect(verdictOfLaw('law.sandbox-makes-nothing-private', calls(listed, read('private')))).toBe('failed');
    expect(verdictOfLaw('law.sandbox-makes-nothing-private', calls(listed, read('public')))).toBe('passed');
  });

  test('is what its own list shows, and not all that it reads', () => {
    expect(verdictOfLaw('law.sandbox-makes-nothing-private', calls(read('private')))).toBe('not-observed');
  });
});

describe('a subscription that was ended', () => {
  const about = { path: '/me/agents/a1/unsubscribe', operation: 'unsubscribeFromAgent' };
  const endedAs = (shown: object) =>
    verdictOfLaw(
      'law.ended-subscription-is-over',
      calls(
        about,
        {
          operation: 'getSubscription',
          path: '/me/subscriptions/a1',
          headers: [['date', 'Thu, 01 Jan 2026 00:00:10 GMT']],
          body: JSON.stringify({ agent_id: 'a1', ...shown }),
        },
        about,
      ),
    );

  test.each([
    { active: false },
    { is_active: false },
    { status: 'inactive' },
    { state: 'EXPIRED' },
    { status: 'canceled', canceled_at: '2026-01-01T00:00:00Z' },
  ])('and is shown with %j is not ended again', (shown) => expect(endedAs(shown)).toBe('failed'));

  test.each([
    { active: true },
    { status: 'canceled', active_until: '2027-01-01' },
    { status: 'canceled', ends: 1_800_000_000 },
    {},
  ])('and is shown with %j may still run to the end of its time', (shown) =>
    expect(endedAs(shown)).toBe('not-observed'),
  );
});
