import { expect, test } from 'vitest';
import { formatAsHtml } from '../../src/report/formats/html/page.ts';
import { formatAsMarkdown } from '../../src/report/formats/markdown.ts';
import { movingLines } from '../../src/report/moving-fields.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { createBatchJudge } from '../../src/verdicts/judge-batches.ts';
import { reportOf } from '../helpers/report-of.ts';
import { calls } from '../verdicts/law/judge-law.ts';

const { operations, rules } = await loadSpec();

const read = (motto: string) =>
  ({
    operation: 'getCurrentUser',
    resource: { family: 'user', act: 'read', parent: '', certain: true },
    body: JSON.stringify({ name: 'Ada', profile: { motto } }),
  }) as const;

test('a field that differs between two reads in a row is told, batch by batch, and no finding', () => {
  const judge = createBatchJudge(
    rules.filter(({ id }) => id === 'law.reads-agree'),
    { toolCall: undefined, consistencyWindowMs: 0, operations },
  );
  judge.close(calls(read('early birds sing'), read('late birds sleep')));
  judge.close(calls(read('early birds sing'), read('all birds fly')));
  expect(judge.verdicts()).toMatchObject([
    {
      verdict: 'passed',
      moving: [{ operation: 'getCurrentUser', names: ['profile', 'motto'] }],
    },
  ]);
});

test('a report names the fields that were not compared, by operation', async () => {
  const [rule] = reportOf('plain').rules;
  if (rule === undefined) throw new Error('The report has no rule.');
  const moving = [
    { operation: 'getCurrentUser', names: ['profile', 'motto'] },
    { operation: 'getCurrentUser', names: ['greeting'] },
  ];
  const report = reportOf('plain', { rules: [{ ...rule, moving }] });
  expect(movingLines(report)).toEqual(['getCurrentUser: profile.motto, greeting']);
  for (const text of [formatAsMarkdown(report), await formatAsHtml(report)])
    expect(text).toContain(movingLines(report)[0]);
  expect(movingLines(reportOf('plain'))).toEqual([]);
});
