import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { countIsOfTheList } from '../../../src/verdicts/checks/law/count-is-of-the-list.ts';
import { creditsAreUsedOneByOne } from '../../../src/verdicts/checks/law/credits-are-used-one-by-one.ts';
import { earningsAddUp } from '../../../src/verdicts/checks/law/earnings-add-up.ts';
import { integrationToolsComeTogether } from '../../../src/verdicts/checks/law/integration-tools-come-together.ts';
import { onceIsOnceAtOnce } from '../../../src/verdicts/checks/law/once-is-once-at-once.ts';
import { pollingKeepsTheSession } from '../../../src/verdicts/checks/law/polling-keeps-the-session.ts';
import { toolGetsItsOwnInput } from '../../../src/verdicts/checks/law/tool-gets-its-own-input.ts';
import { toolKeepsAllLetters } from '../../../src/verdicts/checks/law/tool-keeps-all-letters.ts';
import { toolsAreInMcpFormat } from '../../../src/verdicts/checks/law/tools-are-in-mcp-format.ts';
import { workerRunIsShown } from '../../../src/verdicts/checks/law/worker-run-is-shown.ts';
import type { Check } from '../../../src/verdicts/verdict.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const spec = await loadSpec();
const contract = new Map(spec.operations.map((operation) => [operation.id, operation]));

const one = { kind: 'sequence', id: 'test' } as const;

interface Asked {
  readonly operation: string;
  readonly sentAt: number;
  readonly answer?: unknown;
  readonly status?: number;
  readonly body?: string;
  readonly path?: string;
  readonly isToolRun?: boolean;
}

let lastId = 0;

function call({
  operation,
  sentAt,
  answer = {},
  status = 200,
  body,
  path = '/me',
  isToolRun,
}: Asked): Exchange {
  lastId += 1;
  const method = /^(get|list|consume)/.test(operation)
    ? 'GET'
    : /^continue|^attach/.test(operation)
      ? 'PUT'
      : 'POST';
  return exchangeOf({
    id: lastId,
    api: operation.startsWith('startRun') || operation === 'continueRun' ? 'workers' : 'user',
    case: one,
    operation,
    sentAt,
    status,
    request: { method, url: `http://target.test${path}`, body },
    intent: { kind: isToolRun ? 'tool-run' : 'open-refusal', certain: true },
    headers: operation.startsWith('startRun') ? [['x-service-run-id', 'run-1']] : [],
    body: JSON.stringify(answer),
    resource: {
      family: operation === 'runTool' ? 'tool' : operation.includes('CliAuth') ? 'CLI session' : 'other',
      act: 'read',

      certain: true,
    },
  });
}

function judged(check: Check, ...user: readonly Exchange[]): number {
  const operations = [...new Set(user.map(({ operation }) => operation))];
  const tools = ['NOTIFIER_A', 'NOTIFIER_B'].map((name) => ({
    name,
    readOnly: false,
    parameters: [],
    counterexamples: [],
  }));
  const rule = { id: 'test', basis: 'implied', section: '1', text: 'test', operations, tools } as const;
  const recording = { workers: [], user, contract, toolCall: undefined, consistencyWindowMs: 0 };
  return check.judge(recording, rule).findings.length;
}

describe('law.once-is-once-at-once', () => {
  const redeem = (sentAt: number, status: number) =>
    call({ operation: 'redeemVipCode', sentAt, status, body: 'c' });
  const subscribe = (sentAt: number, status: number) =>
    call({ operation: 'subscribeToAgent', sentAt, status });
  test('passes where one of them wins', () => {
    expect(judged(onceIsOnceAtOnce, redeem(0, 400), redeem(1, 200), redeem(1, 400))).toBe(0);
  });
  test('is broken where two win', () => {
    expect(judged(onceIsOnceAtOnce, redeem(0, 200), redeem(1, 200))).toBe(1);
  });
  test('says nothing of subscriptions that become active some time later', () => {
    expect(judged(onceIsOnceAtOnce, subscribe(0, 200), subscribe(1, 200))).toBe(0);
    const [first, second, last] = [subscribe(10, 200), subscribe(11, 200), subscribe(20, 402)];
    expect(judged(onceIsOnceAtOnce, subscribe(0, 402), first, second, last)).toBe(1);
    expect(judged(onceIsOnceAtOnce, subscribe(0, 200), first, second, last)).toBe(0);
  });
});

describe('law.credits-are-used-one-by-one', () => {
  const use = (sentAt: number, balance: number) =>
    call({ operation: 'useCredits', sentAt, answer: { balance, at: 5 } });
  const read = (balance: number) => call({ operation: 'getCredits', sentAt: 20, answer: { balance } });
  const judge = (...balances: readonly number[]) =>
    judged(creditsAreUsedOneByOne, use(0, 9), use(10, 8), read(8), ...balances.map((left) => use(30, left)));
  test('passes where each use leaves less', () => {
    expect(judge(7, 6, 5)).toBe(0);
  });
  test('is broken where two leave the same', () => {
    expect(judge(7, 7, 6)).toBe(1);
  });
  test('says nothing where nothing is left', () => {
    expect(judge(1, 0, 0)).toBe(0);
  });
});

describe('law.tool-gets-its-own-input', () => {
  const run = (sentAt: number, body: string, output: string) =>
    call({ operation: 'runTool', sentAt, body, answer: { output, took: sentAt }, isToolRun: true });
  const alone = [run(0, 'a', 'A'), run(10, 'a', 'A'), run(20, 'b', 'B'), run(30, 'b', 'B')];
  test("passes where each gets his own, and is broken where one gets what is another one's", () => {
    expect(judged(toolGetsItsOwnInput, ...alone, run(40, 'a', 'A'), run(41, 'b', 'B'))).toBe(0);
    expect(judged(toolGetsItsOwnInput, ...alone, run(40, 'a', 'B'), run(41, 'b', 'B'))).toBe(1);
  });
  test('says nothing of what is another one each time', () => {
    expect(
      judged(toolGetsItsOwnInput, run(0, 'a', 'x'), run(10, 'a', 'y'), run(40, 'a', 'B'), run(41, 'b', 'B')),
    ).toBe(0);
  });
});

describe('law.tool-keeps-all-letters', () => {
  const run = (body: string, output: string) =>
    call({ operation: 'runTool', sentAt: 0, body, answer: output, isToolRun: true });
  test('passes for an answer in letters, or without any text of the input', () => {
    expect(judged(toolKeepsAllLetters, run('abc', 'cba'), run('你好', '好你'))).toBe(0);
    expect(judged(toolKeepsAllLetters, run('abc', '3'), run('你好', '2'))).toBe(0);
  });
  test('is broken by question marks in place of letters', () => {
    expect(judged(toolKeepsAllLetters, run('abc', 'cba'), run('你好', '??'))).toBe(1);
  });
});

describe('law.polling-keeps-the-session', () => {
  const attach = (sentAt: number, status: number, path: string) => {
    const made = call({ operation: 'attachCliAuthJwt', sentAt, status, path });
    return path === '/seen' ? { ...made, intent: { kind: 'valid', certain: true } as const } : made;
  };
  const poll = call({ operation: 'consumeCliAuthJwt', sentAt: 0, answer: null });
  test('passes where the login goes on, and is broken where its session is gone', () => {
    expect(judged(pollingKeepsTheSession, attach(0, 200, '/seen'), poll, attach(10, 200, '/me'))).toBe(0);
    expect(judged(pollingKeepsTheSession, attach(0, 200, '/seen'), poll, attach(10, 404, '/me'))).toBe(1);
    expect(judged(pollingKeepsTheSession, poll, attach(10, 404, '/me'))).toBe(0);
  });
  test('is not told where the JWT may be gone with an answer that was lost', () => {
    const read = (sentAt: number, status: number) =>
      call({ operation: 'consumeCliAuthJwt', sentAt, status, answer: null });
    const login = [attach(0, 200, '/seen'), poll, attach(10, 200, '/me')];
    expect(judged(pollingKeepsTheSession, ...login, read(20, 200))).toBe(1);
    expect(judged(pollingKeepsTheSession, ...login, read(20, 504), read(30, 200))).toBe(0);
  });
});

describe('law.worker-run-is-shown', () => {
  const start = call({ operation: 'startRun', sentAt: 0 });
  const put = call({ operation: 'continueRun', sentAt: 20, path: '/agent/run-1' });
  const view = (sentAt: number, answer: object, status = 200) =>
    call({ operation: 'getAgentRun', sentAt, answer, status, path: '/me/agent-runs/run-1' });
  test('passes where it is shown and its messages are counted', () => {
    expect(
      judged(workerRunIsShown, start, view(10, { messageCount: 2 }), put, view(30, { messageCount: 4 })),
    ).toBe(0);
  });
  test('is broken where it is unknown, or its count stands still', () => {
    expect(judged(workerRunIsShown, start, view(10, {}, 404))).toBe(1);
    expect(
      judged(workerRunIsShown, start, view(10, { messageCount: 2 }), put, view(30, { messageCount: 2 })),
    ).toBe(1);
  });
});

describe('what must add up', () => {
  const summaries = (answer: object) =>
    [0, 10].map((sentAt) => call({ operation: 'getMonetizationSummary', sentAt, answer }));
  const days = call({
    operation: 'getMonetizationEarnings',
    sentAt: 5,
    answer: { days: [{ sum: 3 }, { sum: 4 }] },
  });
  test('law.earnings-add-up', () => {
    expect(judged(earningsAddUp, ...summaries({ earned: 7 }), days)).toBe(0);
    expect(judged(earningsAddUp, ...summaries({ earned: 700, subscribers: 1 }), days)).toBe(0);
    expect(judged(earningsAddUp, ...summaries({ earned: 3, subscribers: 1 }), days)).toBe(1);
  });
  test('law.earnings-add-up, where both say that they are in cents', () => {
    const inCents = call({
      operation: 'getMonetizationEarnings',
      sentAt: 5,
      answer: { days: [{ earnings_cents: 300 }, { earnings_cents: 400 }] },
    });
    expect(judged(earningsAddUp, ...summaries({ totalCents: 700 }), inCents)).toBe(0);
    expect(judged(earningsAddUp, ...summaries({ totalCents: 7 }), inCents)).toBe(1);
    expect(judged(earningsAddUp, ...summaries({ total: 7 }), inCents)).toBe(0);
  });
  test('law.count-is-of-the-list', () => {
    const toolset = (answer: object) => call({ operation: 'getToolset', sentAt: 0, answer });
    expect(judged(countIsOfTheList, toolset({ tools: ['a'], toolCount: 1 }))).toBe(0);
    expect(judged(countIsOfTheList, toolset({ set: { tools: ['a'], tool_count: 2 } }))).toBe(1);
    expect(judged(countIsOfTheList, toolset({ tools: ['a'], uses: 9 }))).toBe(0);
  });
});

describe('the catalog of tools', () => {
  const list = (...tools: readonly object[]) => call({ operation: 'listTools', sentAt: 0, answer: tools });
  test('law.tools-are-in-mcp-format', () => {
    expect(judged(toolsAreInMcpFormat, list({ name: 'a', inputSchema: {} }))).toBe(0);
    expect(judged(toolsAreInMcpFormat, list({ tool: { name: 'a', inputSchema: {} } }))).toBe(0);
    expect(judged(toolsAreInMcpFormat, list({ name: 'a', input_schema: {} }))).toBe(1);
  });
  test('law.integration-tools-come-together', () => {
    expect(judged(integrationToolsComeTogether, list({ name: 'a' }))).toBe(0);
    expect(judged(integrationToolsComeTogether, list({ name: 'NOTIFIER_A' }, { name: 'NOTIFIER_B' }))).toBe(
      0,
    );
    expect(judged(integrationToolsComeTogether, list({ name: 'NOTIFIER_A' }))).toBe(1);
  });
});
