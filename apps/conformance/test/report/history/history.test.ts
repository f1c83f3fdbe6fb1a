import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHistory } from '../../../src/report/history/build-history.ts';
import { historyForTerminal, historyInShort } from '../../../src/report/history/describe-history.ts';
import { type History, historySchema } from '../../../src/report/history/history.ts';
import { historyPage } from '../../../src/report/history/history-page.ts';
import type { Report } from '../../../src/report/report.ts';
import { hostileText } from '../../helpers/hostile-text.ts';
import { runCli } from '../../helpers/judge-target.ts';
import { reportOf } from '../../helpers/report-of.ts';
import { activeParts, readPage } from '../../helpers/skeleton.ts';
import { unwrapped } from '../../helpers/unwrapped.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
});
afterAll(() => rm(folder, { recursive: true }));

const broken = 'run.put-during-job-is-409';

interface Night {
  readonly isBroken: boolean | undefined;
  readonly version?: string;
  readonly text?: string;
}

/** A run of one night; one that is neither broken nor kept did not judge the rule. */
function nightOf({ isBroken, version, text = 'staging' }: Night, at: number): Report {
  const report = reportOf(text);
  const verdict = isBroken === undefined ? 'not-observed' : isBroken ? 'failed' : 'passed';
  return {
    ...report,
    startedAt: `2026-11-${String(at + 1).padStart(2, '0')}T02:00:00.000Z`,
    target: { ...report.target, ...(version === undefined ? {} : { version }) },
    rules: report.rules.map((rule) => (rule.id === broken ? { ...rule, verdict } : rule)),
    findings: isBroken ? report.findings : [],
    operations: report.operations.map((one) => ({
      ...one,
      firstByte: { count: 9, medianMs: 10 * (at + 1) },
    })),
  };
}

const historyOf = (nights: readonly Night[]): History =>
  buildHistory(
    // The order in which files are read says nothing.
    nights.map((night, at) => ({ place: `night-${at}`, report: nightOf(night, at) })).toReversed(),
    [],
  );

test('a finding that comes and goes within one version flakes, and is told by its runs', () => {
  const history = historyOf(
    [true, false, true, undefined, false, true].map((isBroken) => ({ isBroken, version: 'v1' })),
  );
  expect(history.findings).toMatchObject([
    { rule: broken, seenIn: [1, 3, 6], notSeenIn: [2, 5], cameBack: 2, flakes: true },
  ]);
  expect(history.rules.find(({ id }) => id === broken)).toMatchObject({
    flakes: true,
    verdicts: ['failed', 'passed', 'failed', 'not-observed', 'passed', 'failed'],
  });
  expect(history.operations[0]?.medianMs).toEqual([10, 20, 30, 40, 50, 60]);
});

test('what a new version brought or fixed does not flake', () => {
  const history = historyOf([
    { isBroken: false, version: 'v1' },
    { isBroken: true, version: 'v2' },
    { isBroken: undefined, version: 'v2' },
    { isBroken: false, version: 'v3' },
  ]);
  expect(history.findings).toMatchObject([{ seenIn: [2], notSeenIn: [1, 4], cameBack: 0, flakes: false }]);
});

test('what a run did not count is counted in no sum of runs', () => {
  const [counted, other] = historyOf([{ isBroken: true }, { isBroken: true }]).runs;
  if (counted === undefined || other === undefined) throw new Error('There are two runs.');
  const uncounted = { ...other, verdict: 'conforms' };
  const waived = { ...uncounted, rules: { ...other.rules, failed: 0, waived: 1 } };
  const history = { ...historyOf([{ isBroken: true }]), runs: [counted, uncounted, waived] };
  expect(historyInShort(history)).toContain('3 runs, 1 of them with broken rules that count.');
  expect(historyForTerminal(history)).toMatch(
    /violates: 1 verified, 1 violated\n.* conforms: 1 verified, 1 violated \(not counted\)\n.* conforms: 1 verified, 0 violated and 1 waived\n/,
  );
});

test('where no version was told, nothing is called flaking', () => {
  const history = historyOf([{ isBroken: true }, { isBroken: false }, { isBroken: true }]);
  expect(history.findings).toMatchObject([{ cameBack: 1, flakes: false }]);
});

test('the page is one file that loads and runs nothing, whatever a target answers', async () => {
  const plain = readPage(await historyPage(historyOf([{ isBroken: true }, { isBroken: false }])));
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const page = readPage(
        await historyPage(
          historyOf([
            { isBroken: true, text },
            { isBroken: false, text },
          ]),
        ),
      );
      expect(page.errors).toEqual([]);
      expect(page.skeleton).toBe(plain.skeleton);
      expect(activeParts(page)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('history reads results folders and reports, names what it can not read, and writes its page', async () => {
  const nights = [true, false, true].map((isBroken) => ({ isBroken, version: 'v1' }));
  for (const [at, night] of nights.entries()) {
    const results = join(folder, `night-${at}`);
    await mkdir(results);
    await writeFile(join(results, 'report.json'), JSON.stringify(nightOf(night, at)));
    await writeFile(join(results, 'plan.json'), '{"schema":"agent-workers-conformance-plan/1"}');
  }
  await writeFile(join(folder, 'old.json'), '{"schema":"agent-workers-conformance-report/1"}');
  const { exitCode, out } = await runCli(['history', folder]);
  expect(exitCode).toBe(0);
  expect(out).toContain('Flaking, with no new version of the target:');
  expect(unwrapped(out)).toContain('in runs 1 and 3, of 3 that judged its rule; came back once');
  expect(out).toContain('  old.json: ');
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  const page = readPage(await readFile(join(folder, 'history.html'), 'utf8'));
  expect(page.texts('h1')).toEqual(['3 runs against staging']);
  const told = JSON.parse((await runCli(['history', folder, '--json'])).out);
  expect(historySchema.safeParse(told).error).toBeUndefined();
});

test.each([
  ['no folder', () => [], 'history needs one folder'],
  ['a folder that is not there', () => [join(folder, 'nowhere')], "can't be read (ENOENT)"],
  [
    'a folder without a report',
    () => [join(folder, 'empty')],
    'holds no report. Keep each run with run --results',
  ],
])('%s is an error of use that says what to do', async (_, places, says) => {
  await mkdir(join(folder, 'empty'), { recursive: true });
  expect(await runCli(['history', ...places()])).toMatchObject({
    exitCode: 2,
    out: '',
    progress: expect.stringContaining(says),
  });
});

test('a report that was cut is named, and not passed over', async () => {
  const cut = await mkdtemp(join(folder, 'cut-'));
  await writeFile(join(cut, 'report.json'), '{');
  const { exitCode, progress } = await runCli(['history', cut]);
  expect({ exitCode, progress }).toEqual({
    exitCode: 2,
    progress: expect.stringContaining('report.json is no JSON: it may have been cut'),
  });
});

test('a run leads to its own page, where there is one', async () => {
  const history = historyOf([{ isBroken: true }, { isBroken: false }]);
  const [first = ''] = history.runs.map(({ place }) => place);
  const page = await historyPage(history, new Map([[first, 'nights/1/report.html']]));
  expect(page.match(/<a href="nights[^"]*"/g)).toEqual(['<a href="nights/1/report.html"']);
});
