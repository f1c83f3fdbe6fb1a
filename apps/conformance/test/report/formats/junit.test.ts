import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAsJunit } from '../../../src/report/formats/junit.ts';
import { printableText } from '../../../src/report/printable.ts';
import { hostileText } from '../../helpers/hostile-text.ts';
import { readXml } from '../../helpers/read-xml.ts';
import { reportOf } from '../../helpers/report-of.ts';

test('a broken rule is a failure, trouble an error, and what was not judged is skipped', async () => {
  const elements = readXml(await formatAsJunit(reportOf('plain')));
  const names = elements.map(({ name }) => name);
  expect(names.filter((name) => name === 'testcase')).toHaveLength(5);
  expect(elements.find(({ name }) => name === 'testsuites')?.attributes).toMatchObject({
    tests: '5',
    failures: '1',
    errors: '1',
    skipped: '2',
  });
  const failure = elements.find(({ name }) => name === 'failure');
  expect(failure?.attributes.message).toBe('continueRun: expected plain; observed plain');
  expect(failure?.text).toContain('section 4.1, line 113');
  expect(elements.find(({ name }) => name === 'error')?.attributes.message).toBe('plain');
});

test('a run that verified nothing is an error, although all its rules are merely skipped', async () => {
  const { summary, rules } = reportOf('plain');
  const unseen = rules.filter(({ verdict }) => verdict === 'not-observed');
  const empty = reportOf('plain', {
    findings: [],
    rules: unseen,
    summary: { ...summary, verdict: 'nothing-verified', exitCode: 3 },
  });
  const elements = readXml(await formatAsJunit(empty));
  expect(elements.filter(({ name }) => name === 'error').map(({ attributes }) => attributes.message)).toEqual(
    ['nothing was verified'],
  );
});

test('whatever a target answers, the document stays well-formed and keeps its elements and the text', async () => {
  const plain = readXml(await formatAsJunit(reportOf('plain'))).map(({ name }) => name);
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const elements = readXml(await formatAsJunit(reportOf(text)));
      expect(elements.map(({ name }) => name)).toEqual(plain);
      const shown = printableText(text).replaceAll('\n', '\\n');
      expect(elements.find(({ name }) => name === 'failure')?.text).toContain(`observed: ${shown}\n`);
    }),
    { numRuns: 60 },
  );
});

test('the time of an operation is shared among the rules that were judged of it, and adds up', async () => {
  const report = reportOf('plain');
  const operations = report.operations.map((one) =>
    one.id === 'continueRun' ? { ...one, tookMs: 3000 } : one,
  );
  const elements = readXml(await formatAsJunit({ ...report, operations }));
  const times = elements
    .filter(({ name }) => name === 'testcase')
    .map(({ attributes }) => [attributes.name, attributes.time]);
  expect(times.slice(0, 4)).toEqual([
    ['run.put-during-job-is-409', '1.500'],
    ['run.kept', '1.500'],
    ['run.troubled', '0.000'],
    ['run.unseen', '0.000'],
  ]);
  expect(elements.find(({ name }) => name === 'testsuite')?.attributes.time).toBe('3.000');
});
