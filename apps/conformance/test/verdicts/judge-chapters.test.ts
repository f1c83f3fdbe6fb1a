import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { createChapterJudge } from '../../src/verdicts/judge-chapters.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { rules: allRules, operations } = await loadSpec();
const rules = allRules.filter(({ operations: [operation], checks }) => operation === 'startRun' && checks);
const background = { toolCall: undefined, settleMs: 0, operations };

/** A start of a run by this number, or one that met trouble. */
function startOf(number: number, id: number, scenario = `drawn/${id}`): Exchange {
  const runId = `6c1b3f0e-4c43-4a3c-9d0c-0d6a5b1c2d${10 + number}`;
  return exchangeOf({
    id,
    scenario,
    operation: 'startRun',
    transport: 'text',
    request: { method: 'POST', url: 'http://target.test/agent', body: '{}' },
    sent: { kind: 'plain', text: `message ${id}` },
    ...(number < 0 ? { status: 503 } : { headers: [['x-service-run-id', runId]], body: `said ${id}` }),
  });
}

const chapters = fc
  .array(fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((numbers) => {
    let id = 0;
    return numbers.map((chapter) =>
      chapter.map((number) => {
        id += 1;
        return startOf(number, id);
      }),
    );
  });

test('chapter by chapter, the verdicts are those of the whole', () => {
  fc.assert(
    fc.property(chapters, (parts) => {
      const judging = createChapterJudge(rules, background);
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
    fc.property(chapters, (parts) => {
      const [plain, looking] = [createChapterJudge(rules, background), createChapterJudge(rules, background)];
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
  const judging = createChapterJudge(rules, background);
  judging.close([startOf(1, 1, 'one'), startOf(2, 2, 'two')]);
  judging.close([startOf(3, 3, 'three'), startOf(1, 4, 'four'), startOf(5, 5, 'four'), startOf(6, 6, 'six')]);
  const broken = judging.verdicts().filter(({ verdict }) => verdict === 'failed');
  expect(broken.map(({ findings }) => findings.map(({ exchanges }) => exchanges))).toEqual([[[1, 4]]]);
  expect(judging.shown().map(({ id }) => id)).toEqual([1, 4, 5]);
});
