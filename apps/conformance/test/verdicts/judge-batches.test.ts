import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { createBatchJudge } from '../../src/verdicts/judge-batches.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { rules: allRules, operations } = await loadSpec();
const rules = allRules.filter(({ operations: [operation], checks }) => operation === 'startRun' && checks);
const background = { toolCall: undefined, consistencyWindowMs: 0, operations };

/** A start of a run by this number, or one that met trouble. */
function startOf(number: number, id: number, drawn = id): Exchange {
  const runId = `6c1b3f0e-4c43-4a3c-9d0c-0d6a5b1c2d${10 + number}`;
  return exchangeOf({
    id,
    case: { kind: 'scenario', id: 'drawn', seed: drawn },
    operation: 'startRun',
    transport: 'text',
    request: { method: 'POST', url: 'http://target.test/agent', body: '{}' },
    sent: { kind: 'plain', text: `message ${id}` },
    ...(number < 0 ? { status: 503 } : { headers: [['x-service-run-id', runId]], body: `said ${id}` }),
  });
}

const batches = fc
  .array(fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((numbers) => {
    let id = 0;
    return numbers.map((batch) =>
      batch.map((number) => {
        id += 1;
        return startOf(number, id);
      }),
    );
  });

test('batch by batch, the verdicts are those of the whole', () => {
  fc.assert(
    fc.property(batches, (parts) => {
      const judging = createBatchJudge(rules, background);
      for (const part of parts) judging.close(part);
      const whole = judge(toRecording(parts.flat(), background), rules);
      const compared = (verdicts: typeof whole) =>
        verdicts.map(({ rule, verdict, subjects, findings }) => ({ rule, verdict, subjects, findings }));
      expect(compared(judging.verdicts())).toEqual(compared(whole));
    }),
  );
});

test('looking ahead changes nothing', () => {
  fc.assert(
    fc.property(batches, (parts) => {
      const [plain, looking] = [createBatchJudge(rules, background), createBatchJudge(rules, background)];
      for (const part of parts) {
        looking.peek(part.slice(0, 1));
        const ahead = looking.peek(part);
        looking.close(part);
        plain.close(part);
        expect(ahead).toEqual(plain.verdicts());
      }
      expect(looking.verdicts()).toEqual(plain.verdicts());
    }),
  );
});

test('of a finding, all that its scenario sent is kept, and of the rest nothing', () => {
  const judging = createBatchJudge(rules, background);
  judging.close([startOf(1, 1, 1), startOf(2, 2, 2)]);
  judging.close([startOf(3, 3, 3), startOf(1, 4, 4), startOf(5, 5, 4), startOf(6, 6, 6)]);
  const broken = judging.verdicts().filter(({ verdict }) => verdict === 'failed');
  expect(broken.map(({ findings }) => findings.map(({ exchanges }) => exchanges))).toEqual([[[1, 4]]]);
  expect(judging.shown().map(({ id }) => id)).toEqual([1, 4, 5]);
});
