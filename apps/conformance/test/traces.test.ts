import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { exchangeSchema } from '../src/results/exchange-schema.ts';
import { loadSpec } from '../src/spec/load-spec.ts';
import { allChecks } from '../src/verdicts/checks/all-checks.ts';
import { judgeTrace, tracedChecks, tracesOf } from './helpers/trace.ts';
import { otherWays } from './mutants/other-ways.ts';
import { notYetRecorded } from './record-traces/not-yet-recorded.ts';

const spec = await loadSpec();
const checks = allChecks.map(({ id }) => id).filter((id) => notYetRecorded[id] === undefined);
const corpus = allChecks.flatMap(({ id }) => tracesOf(id).map(({ name, trace }) => ({ id, name, trace })));

test('every trace belongs to a check', () => {
  const known = allChecks.map(({ id }) => id);
  expect(tracedChecks().filter((id) => !known.includes(id))).toEqual([]);
});

test('what is listed as not recorded is a check that lacks a trace', () => {
  const lacking = allChecks.map(({ id }) => id).filter((id) => verdictsOf(id).size < 2);
  expect(Object.keys(notYetRecorded).filter((id) => !lacking.includes(id))).toEqual([]);
});

function verdictsOf(check: string): ReadonlySet<string> {
  return new Set(tracesOf(check).map(({ trace }) => trace.expect.verdict));
}

test.each(checks)('%s has a trace that passes, and one that breaks it', (check) => {
  const verdicts = [...verdictsOf(check)];
  const advice = `Record the traces of ${check} from its mutants: pnpm traces ${check}`;
  expect(verdicts, advice).toContain('passed');
  expect(verdicts, advice).toContain('failed');
});

describe('each further way to break a check has a trace of its own', () => {
  test.each(Object.entries(otherWays))('%s', (check, ways) => {
    const recorded = tracesOf(check).map(({ trace }) => trace.deployment);
    expect(ways.map(({ breaks }) => breaks).filter((breaks) => !recorded.includes(breaks))).toEqual([]);
  });
});

describe('each trace is judged as when it was recorded', () => {
  test.each(corpus)('$id: $name, by $trace.rule', ({ id, trace }) => {
    const advice = `If ${id} is meant to say something else now: pnpm traces ${id}`;
    expect(judgeTrace(trace, spec), advice).toEqual(trace.expect);
  });
});

describe('no exchange of a trace is there for nothing', () => {
  test.each(corpus)('$id: $name', ({ trace }) => {
    const { exchanges } = trace;
    const spare = exchanges.filter((one) => {
      const without = { ...trace, exchanges: exchanges.filter((other) => other !== one) };
      return isDeepStrictEqual(judgeTrace(without, spec), trace.expect);
    });
    expect(spare.map(({ id }) => id)).toEqual([]);
  });
});

describe('what a trace is called is what it shows', () => {
  test.each(corpus)('$id: $name', ({ id, name, trace: { check, expect: expected } }) => {
    const { verdict, causes } = expected;
    expect(check).toBe(id);
    const plain = name.replace(/\.\d\.jsonl$/, '.jsonl');
    expect(verdict === 'passed' ? ['passes.jsonl'] : causes.map(fileOf)).toContain(plain);
  });
});

/** `breaks-status-200.jsonl` for `probe.bounds-hold:status-200`. */
function fileOf(cause: string): string {
  return `breaks-${cause.slice(cause.indexOf(':') + 1)}.jsonl`;
}

describe('an exchange is one as a results folder has it', () => {
  test.each(corpus)('$id: $name', ({ trace: { exchanges } }) => {
    expect(exchangeSchema.array().safeParse(exchanges).error).toBeUndefined();
  });
});

test('a recording keeps nothing of the run that made it', () => {
  const texts = corpus.map(({ id, name, trace }) => ({ of: `${id}/${name}`, text: JSON.stringify(trace) }));
  // One law judges by the server's clock; in its traces all clocks stand at one moment.
  const own = /127\.0\.0\.1:\d|"keep-alive"|"date","(?!Thu, 01 Jan 2026 00:00:00 GMT)/;
  expect(texts.filter(({ text }) => own.test(text)).map(({ of }) => of)).toEqual([]);
});
