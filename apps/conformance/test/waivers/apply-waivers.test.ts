import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Verdict } from '../../src/verdicts/verdict.ts';
import { applyWaivers, type Broken, type WaiverInput } from '../../src/waivers/apply-waivers.ts';
import type { Waiver } from '../../src/waivers/waiver.ts';
import { waiverTemplate } from '../../src/waivers/waiver-template.ts';

const said = { reason: 'is being fixed', owner: 'team runs', expires: '2026-06-30' };
const ruleOf = (id: string, check: string) => ({
  id,
  basis: 'stated' as const,
  section: '1',
  text: id,
  operations: [],
  checks: [check],
});
const rules = [
  ruleOf('run.a', 'run.a'),
  ruleOf('agents.b', 'probe.bounds'),
  ruleOf('chats.c', 'probe.bounds'),
];
const verdictOf = (rule: string, verdict: Verdict['verdict']): Verdict => ({
  rule,
  verdict,
  subjects: 1,
  findings: [],
});

function outcomesOf(waivers: readonly Waiver[], given: Partial<WaiverInput> = {}) {
  const input: WaiverInput = {
    waivers,
    broken: [{ rule: 'run.a', cause: 'run.a:status-500' }],
    leftovers: [{ family: 'bundle', id: '17', because: 'refused' }],
    verdicts: [verdictOf('run.a', 'failed'), verdictOf('agents.b', 'passed'), verdictOf('chats.c', 'passed')],
    rules,
    families: ['bundle', 'schedule'],
    today: '2026-06-30',
    isWhole: true,
    ...given,
  };
  const { outcomes, covering } = applyWaivers(input);
  return {
    states: outcomes.map(({ state }) => state),
    messages: outcomes.map(({ message }) => message),
    covering,
  };
}

test.each([
  ['used until the end of its last day', { rule: 'run.a', ...said }, 'used', undefined],
  ['used by its cause', { cause: 'run.a:status-500', ...said }, 'used', undefined],
  [
    'expired the day after',
    { rule: 'run.a', ...said, expires: '2026-06-29' },
    'expired',
    'expired on 2026-06-29',
  ],
  ['unknown by its rule', { rule: 'run.aa', ...said }, 'unknown', 'Did you mean run.a?'],
  [
    'unknown by its cause',
    { cause: 'probe.bound:status-200', ...said },
    'unknown',
    'Did you mean probe.bounds?',
  ],
  ['used by what was left behind', { leftover: 'bundle', id: '17', ...said }, 'used', undefined],
  ['used by why it was', { leftover: 'bundle', because: 'refused', ...said }, 'used', undefined],
  [
    'unused where another thing was left',
    { leftover: 'schedule', because: 'refused', ...said },
    'unused',
    undefined,
  ],
  [
    'unknown by the kind of what was left',
    { leftover: 'bundel', because: 'refused', ...said },
    'unknown',
    'Did you mean bundle?',
  ],
  ['stale when its rule is kept', { rule: 'agents.b', ...said }, 'stale', 'remove it'],
  [
    'stale rather than expired when its rule is kept',
    { rule: 'agents.b', ...said, expires: '2026-06-29' },
    'stale',
    'remove it',
  ],
  ['stale when its cause is gone', { cause: 'probe.bounds:status-200', ...said }, 'stale', 'remove it'],
] satisfies [string, Waiver, string, string | undefined][])('a waiver is %s', (_, waiver, state, says) => {
  const { states, messages } = outcomesOf([waiver]);
  expect(states).toEqual([state]);
  if (says === undefined) expect(messages).toEqual([undefined]);
  else expect(messages[0]).toContain(says);
});

test('an expired waiver accepts nothing, a valid one what it names', () => {
  const finding = { rule: 'run.a', cause: 'run.a:status-500' };
  const valid: Waiver = { rule: 'run.a', ...said };
  expect(outcomesOf([valid]).covering(finding)).toEqual(valid);
  expect(outcomesOf([valid]).covering({ ...finding, rule: 'agents.b' })).toBeUndefined();
  expect(outcomesOf([{ ...valid, expires: '2026-06-29' }]).covering(finding)).toBeUndefined();
});

test('two waivers of the same thing are ambiguous, by one name or by two', () => {
  const byRule: Waiver = { rule: 'run.a', ...said };
  const byCause: Waiver = { cause: 'run.a:status-500', ...said };
  expect(outcomesOf([byRule, byCause])).toMatchObject({
    states: ['ambiguous', 'ambiguous'],
    messages: [expect.stringContaining('cause run.a:status-500'), expect.stringContaining('rule run.a')],
  });
  const kept: Waiver = { rule: 'agents.b', ...said };
  expect(outcomesOf([kept, { ...kept }]).states).toEqual(['ambiguous', 'ambiguous']);
});

test('what a run did not judge makes no waiver stale, and neither does what a shard found kept', () => {
  const waiver: Waiver = { rule: 'agents.b', ...said };
  expect(outcomesOf([waiver], { verdicts: [] }).states).toEqual(['unused']);
  expect(outcomesOf([waiver], { verdicts: [verdictOf('agents.b', 'inconclusive')] }).states).toEqual([
    'unused',
  ]);
  expect(outcomesOf([waiver], { isWhole: false }).states).toEqual(['unused']);
});

test('the template that a report prints waives every finding, once reasons and owners are filled in', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const findings: fc.Arbitrary<Broken[]> = fc.array(
    fc.record({ rule: name.map((one) => `r.${one}`), cause: name.map((one) => `check.${one}:status-500`) }),
    { minLength: 1 },
  );
  const known = ['a', 'b', 'c', 'd'].map((one) => ruleOf(`r.${one}`, `check.${one}`));
  fc.assert(
    fc.property(findings, (broken) => {
      const leftovers = [{ family: 'bundle', id: '17', because: 'refused' }] as const;
      const { waivers } = parse(waiverTemplate({ findings: broken, leftovers }, new Date('2026-05-31')));
      const filled = waivers.map((waiver: Waiver) => ({ ...waiver, reason: 'r', owner: 'o' }));
      const { states, covering } = outcomesOf(filled, { broken, rules: known, verdicts: [] });
      expect(new Set(states)).toEqual(new Set(['used']));
      expect([...broken, ...leftovers].every((one) => covering(one) !== undefined)).toBe(true);
    }),
  );
});
