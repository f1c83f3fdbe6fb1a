import * as fc from 'fast-check';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { formatAsSarif } from '../../../src/report/formats/sarif.ts';
import { printableText } from '../../../src/report/printable.ts';
import { hostileText } from '../../helpers/hostile-text.ts';
import { reportOf } from '../../helpers/report-of.ts';

function onlyRun(source: string): Log['runs'][number] {
  const log: Log = JSON.parse(source);
  const [run] = log.runs;
  if (log.version !== '2.1.0' || run === undefined) throw new Error('No SARIF 2.1.0 with a run in it.');
  return run;
}

test('without a file of its owner a finding lies at the line of the interface, and names a rule of the run', () => {
  const { results = [], tool } = onlyRun(formatAsSarif(reportOf('plain')));
  expect(results).toHaveLength(1);
  const [result] = results;
  expect(result?.locations?.[0]?.physicalLocation).toMatchObject({
    artifactLocation: { uri: 'interface.md' },
    region: { startLine: 113 },
  });
  expect(tool.driver.rules?.[result?.ruleIndex ?? -1]?.id).toBe(result?.ruleId);
});

test.each([
  [
    'the operation in the own document',
    { config: 'ci/staging.yaml', openapi: './api/open api.yaml' },
    'api/open%20api.yaml',
    42,
  ],
  ['the config', { config: 'ci/staging.yaml' }, 'ci/staging.yaml', 1],
  [
    'the interface, where the files are elsewhere',
    { config: '../staging.yaml', openapi: '/etc/api.yaml' },
    'interface.md',
    113,
  ],
])('a finding lies at %s', (_, files, uri, startLine) => {
  const report = reportOf('plain');
  const operations = report.operations.map((one) => (one.id === 'continueRun' ? { ...one, line: 42 } : one));
  const { results } = onlyRun(formatAsSarif({ ...report, operations, target: { ...report.target, files } }));
  expect(results?.[0]?.locations?.[0]?.physicalLocation).toMatchObject({
    artifactLocation: { uri },
    region: { startLine },
  });
  expect(results?.[0]?.message.text).toContain(
    'section 4.1, line 113: When a job is running, PUT returns 409.',
  );
});

test('two findings of one rule at one line stay two alerts, known by their causes', () => {
  const { findings } = reportOf('plain');
  const both = [...findings, ...findings.map((one) => ({ ...one, cause: `${one.cause}-too` }))];
  const hashesOf = (some: typeof findings) =>
    onlyRun(formatAsSarif(reportOf('plain', { findings: some }))).results?.map(
      (result) => result.partialFingerprints?.primaryLocationLineHash,
    );
  expect(new Set(hashesOf(both)).size).toBe(2);
  expect(hashesOf(both.slice(0, 1))).toEqual(hashesOf(both)?.slice(0, 1));
});

test('a rule whose line is unknown lies in the interface as a whole', () => {
  const { findings } = reportOf('plain');
  const [finding] = findings;
  if (finding === undefined) throw new Error('The report has no finding.');
  const { results } = onlyRun(formatAsSarif(reportOf('plain', { findings: [{ ...finding, line: 0 }] })));
  expect(results?.[0]?.locations?.[0]?.physicalLocation).toMatchObject({ region: { startLine: 1 } });
});

test('what was not judged is no result, but is told of the run', () => {
  const [invocation] = onlyRun(formatAsSarif(reportOf('plain'))).invocations ?? [];
  const told = invocation?.toolExecutionNotifications?.map(({ level, associatedRule }) => [
    associatedRule?.id,
    level,
  ]);
  expect(told).toEqual([
    ['run.troubled', 'warning'],
    ['run.unseen', 'note'],
  ]);
  expect(invocation).toMatchObject({ executionSuccessful: true, exitCode: 1 });
});

test('whatever a target answers, the document stays JSON of well-formed, printable text', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const source = formatAsSarif(reportOf(text));
      expect(source.isWellFormed()).toBe(true);
      const message = onlyRun(source).results?.[0]?.message.text;
      expect(message).toContain(printableText(text).replaceAll('\n', '\\n'));
      expect(message?.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Cs}/u);
    }),
    { numRuns: 60 },
  );
});

test('no rule is described at more length than GitHub takes, however many operations it binds', () => {
  const report = reportOf('plain');
  const operations = Array.from({ length: 90 }, (_, index) => `anOperationOfTheInterface${index}`);
  const rules = report.rules.map((rule) => ({ ...rule, operations, sentence: 'A rule. '.repeat(200) }));
  const { tool } = onlyRun(formatAsSarif({ ...report, rules }));
  for (const { shortDescription, fullDescription, properties } of tool.driver.rules ?? []) {
    expect(shortDescription?.text.length).toBeLessThanOrEqual(1024);
    expect(fullDescription?.text.length).toBeLessThanOrEqual(1024);
    expect(properties?.operations).toEqual(operations);
  }
});
