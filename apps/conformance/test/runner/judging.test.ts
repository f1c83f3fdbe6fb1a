import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Case } from '../../src/cases/case.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { createJudging } from '../../src/runner/judging.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { endedAt } from '../../src/verdicts/run-history.ts';
import { tracesOf } from '../helpers/trace.ts';

const { rules, operations } = await loadSpec();
const [trace] = tracesOf('law.once').map(({ trace }) => trace);
if (trace === undefined) throw new Error('There is no trace of a record that was made twice.');
const { exchanges, background } = trace;
const other = { kind: 'sequence', id: 'another-one' } as const;

/** A run that has seen a record too many in a list, and what it said of that so far. */
function judgingOf() {
  const plan: Plan = {
    toolCall: undefined,
    ...background,
    rules: rules.filter(({ id }) => id === trace?.rule),
    leftOut: [],
    scenarios: [],
    messages: [],
    probes: [],
    sequences: [],
    drawn: 0,
    seed: 1,
  };
  const said: string[] = [];
  const judging = createJudging(
    { plan, operations, onEvent: (event) => event.type === 'rule-broken' && said.push(event.rule) },
    () => {},
  );
  const beginAll = (): void => {
    for (const { origin, sentAt } of exchanges) judging.isBegun(origin.case, sentAt);
  };
  /** A look is taken when something ends, if the last one is some time ago. */
  const end = (one: Case): void => {
    vi.advanceTimersByTime(10_000);
    judging.isOver(one);
    vi.runAllTimers();
  };
  const endAll = (): void => {
    exchanges.forEach(judging.saw);
    for (const { origin } of exchanges) end(origin.case);
  };
  return { judging, said, beginAll, end, endAll };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a list with a record too many is told of as soon as its sequence is over', () => {
  const { said, beginAll, endAll } = judgingOf();
  beginAll();
  endAll();
  expect(said).toEqual(['law.once']);
});

test('not while a sequence is under way that may have made that record', () => {
  const { judging, said, beginAll, end, endAll } = judgingOf();
  beginAll();
  judging.isBegun(other, 0);
  endAll();
  expect(said).toEqual([]);
  end(other);
  expect(said).toEqual(['law.once']);
});

test('a sequence that begins when the lists are there has no part in them', () => {
  const { judging, said, beginAll, endAll } = judgingOf();
  beginAll();
  judging.isBegun(other, Math.max(...exchanges.map(endedAt)) + 1);
  endAll();
  expect(said).toEqual(['law.once']);
});
