import { expect, test } from 'vitest';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { allChecks } from '../../../src/verdicts/checks/all-checks.ts';
import { lackingEvidence } from '../../../src/verdicts/evidence/lacking-evidence.ts';
import { judge } from '../../../src/verdicts/judge.ts';
import { createBatchJudge } from '../../../src/verdicts/judge-batches.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const { rules, operations } = await loadSpec();
const background = { toolCall: undefined, consistencyWindowMs: 0, operations };
const ruleOf = (check: string) => rules.filter(({ checks }) => checks?.includes(check));
const start = exchangeOf({
  id: 1,
  operation: 'startRun',
  transport: 'text',
  request: { method: 'POST', url: 'http://target.test/agent' },
  sent: { kind: 'plain', text: 'Hello' },
  headers: [['x-service-run-id', '6f1c9f0e-0000-4000-8000-000000000000']],
});
const put = exchangeOf({
  ...start,
  id: 2,
  step: 2,
  operation: 'continueRun',
  sentAt: 10,
  request: { method: 'PUT', url: 'http://target.test/agent/run' },
});

test('every check asks for some evidence, and for none twice', () => {
  for (const { id, evidence } of allChecks) {
    expect(evidence.length, id).toBeGreaterThan(0);
    expect(new Set(evidence).size, id).toBe(evidence.length);
  }
});

test('a rule that is not observed says which evidence was not seen', () => {
  const [verdict] = judge(toRecording([start, put], background), ruleOf('run.put-keeps-history'));
  expect(verdict).toMatchObject({
    verdict: 'not-observed',
    reason: { kind: 'unseen', lacks: ['run-read'], of: ['put-accepted', 'run-read'] },
  });
});

test('what the config lacks comes first: nothing else can be done about it', () => {
  const [rule] = ruleOf('run.put-during-job-is-409');
  const verdicts = judge(
    toRecording([start], background),
    rule ? [{ ...rule, missing: ['fixtures.backgroundMessage'] }] : [],
  );
  expect(verdicts).toMatchObject([{ reason: { kind: 'needs-config', what: 'fixtures.backgroundMessage' } }]);
});

test('what one batch lacks and another has was seen, though it settled nothing', () => {
  const batches = createBatchJudge(ruleOf('run.put-keeps-history'), background);
  batches.close([put]);
  batches.close([exchangeOf({ id: 3, sentAt: 20 })]);
  expect(batches.verdicts()).toMatchObject([{ verdict: 'not-observed', reason: { lacks: [] } }]);
});

test('evidence of records is looked for among all that is sent about the same kind of records', () => {
  const [rule] = ruleOf('resource.is-listed');
  const resource = { family: 'bundle', certain: true } as const;
  const intent = { kind: 'valid', certain: true } as const;
  const made = exchangeOf({
    id: 1,
    operation: 'createBundle',
    intent,
    resource: { ...resource, act: 'create', id: 'b1' },
  });
  const listed = exchangeOf({
    id: 2,
    operation: 'listBundles',
    intent,
    resource: { ...resource, act: 'list', listed: ['b1'] },
  });
  const lacks = (...exchanges: (typeof made)[]) =>
    rule &&
    lackingEvidence(['record-made', 'records-listed'], toRecording(exchanges, background), {
      ...rule,
      operations: ['listBundles'],
    });
  expect(lacks(made, listed)).toEqual([]);
  expect(lacks(listed)).toEqual(['record-made']);
  expect(lacks()).toEqual(['record-made', 'records-listed']);
});
