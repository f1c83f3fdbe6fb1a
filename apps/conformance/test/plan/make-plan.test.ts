import { expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import type { Selection } from '../../src/plan/selection.ts';
import { sayLeftOut } from '../../src/report/sentences/say.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { allChecks } from '../../src/verdicts/checks/all-checks.ts';

const spec = await loadSpec();
const everything: Selection = { rules: [], operations: [], families: [] };
const workers: Partial<Deployment> = {
  agentsUrl: 'http://agents.test',
  credentials: { apiKey: 'k' },
  fixtures: { agentId: 'a' },
};
const user: Partial<Deployment> = { baseUrl: 'http://api.test', credentials: { jwt: 'j' } };

function planFor(target: Partial<Deployment>, selection: Partial<Selection> = {}) {
  const deployment: Deployment = {
    name: 'target',
    agentsUrl: undefined,
    baseUrl: undefined,
    credentials: {},
    fixtures: {},
    profile: 'full',
    consistencyWindowMs: 0,
    ...target,
  };
  const plan = makePlan(spec, deployment, {
    checks: allChecks,
    seed: 1,
    drawn: 2,
    selection: { ...everything, ...selection },
  });
  const apis = new Set(
    plan.rules
      .flatMap(({ operations }) => spec.operations.filter(({ id }) => operations.includes(id)))
      .map(({ api }) => api),
  );
  return { ...plan, apis: [...apis], reasons: new Set(plan.leftOut.map(({ why }) => sayLeftOut(why))) };
}

test('a target with the User API alone is judged by that, and the rest is left out with the reason', () => {
  const { apis, scenarios, drawn, probes, reasons } = planFor(user);
  expect({ apis, scenarios, drawn }).toEqual({ apis: ['user'], scenarios: [], drawn: 0 });
  expect(probes.length).toBeGreaterThan(100);
  expect(reasons).toContain('the Workers API needs its address: --agents-url URL');
});

test('a rule of both APIs is judged by the one that is there, unless it is about how they go together', () => {
  const { rules, leftOut } = planFor(user);
  const changes = rules.find(({ id }) => id === 'law.nothing-else-changes');
  expect(changes?.operations).toContain('updateBundle');
  expect(changes?.operations).not.toContain('startRun');
  const why = leftOut.find(({ id }) => id === 'api-keys.created-key-opens-workers')?.why;
  expect(why && sayLeftOut(why)).toBe('the Workers API needs its address: --agents-url URL');
});

test('a target with the Workers API alone is judged by that, and the rest is left out with the reason', () => {
  const { apis, probes, reasons } = planFor(workers);
  expect({ apis, probes }).toEqual({ apis: ['workers'], probes: [] });
  expect(reasons).toContain('the User API needs --base-url and --jwt');
});

test('an operation that was asked for is all that is asked, but for the one that tells of credentials', () => {
  const { rules, probes } = planFor(user, { operations: ['listAgents'] });
  expect(rules.flatMap(({ operations }) => operations)).toEqual(rules.map(() => 'listAgents'));
  expect(new Set(probes.map(({ operation }) => operation))).toEqual(
    new Set(['listAgents', 'getCurrentUser']),
  );
});

test('families and operations narrow each other, and rules narrow both', () => {
  const { rules } = planFor(user, {
    families: ['agents', 'chats'],
    operations: ['listAgents', 'listBundles'],
    rules: ['agents.'],
  });
  expect(rules.length).toBeGreaterThan(0);
  for (const { id, operations } of rules) {
    expect(id).toMatch(/^agents\./);
    expect(operations).toEqual(['listAgents']);
  }
});

test('rules of the Workers API bring its scenarios along, others do not', () => {
  expect(
    planFor({ ...workers, ...user, credentials: { apiKey: 'k', jwt: 'j' } }, { families: ['agents'] }),
  ).toMatchObject({
    scenarios: [],
    drawn: 0,
  });
  expect(planFor(workers, { families: ['runs'] }).drawn).toBe(2);
});

test('a long sequence that is for some checks is left out of a run of other rules', () => {
  const known = new Set(allChecks.map(({ id }) => id));
  const both = { ...workers, ...user, credentials: { apiKey: 'k', jwt: 'j' } };
  const owned = planFor(both).sequences.filter(({ checks }) => checks !== undefined);
  expect(owned.flatMap(({ checks = [] }) => checks).filter((id) => !known.has(id))).toEqual([]);
  const idsIn = (rules: readonly string[]) => planFor(both, { rules }).sequences.map(({ id }) => id);
  expect(owned.length).toBeGreaterThan(1);
  for (const { id, checks = [] } of owned) {
    expect(idsIn(['bundles.list'])).not.toContain(id);
    expect(checks.filter((check) => !idsIn([ruleOf(check)]).includes(id))).toEqual([]);
  }
});

function ruleOf(check: string): string {
  return spec.rules.find(({ checks = [] }) => checks.includes(check))?.id ?? check;
}

test('a rule that nothing can show says what the config would have to tell', () => {
  const missing = (target: Partial<Deployment>, rule: string) =>
    planFor({ ...workers, ...target }, { rules: [rule] }).rules.map((one) => one.missing?.join(', '));
  expect(missing(user, 'vip.redeem-twice-is-400')).toEqual(['fixtures.vipCode']);
  expect(missing({ ...user, fixtures: { vipCode: 'C' } }, 'vip.redeem-twice-is-400')).toEqual([undefined]);
  expect(missing(user, 'errors.no-permission-is-403')).toEqual(['credentials.otherJwt']);
  expect(missing(user, 'schedules.create-foreign-chat-is-403')).toEqual(['credentials.otherJwt']);
  expect(missing(user, 'bundles.create')).toEqual([undefined, 'stateUrl', 'stateUrl']);
  expect(missing({}, 'run.put-during-job-is-409')).toEqual(['fixtures.backgroundMessage']);
});
