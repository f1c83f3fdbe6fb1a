import { describe, expect, test } from 'vitest';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { allChecks } from '../../../src/verdicts/checks/all-checks.ts';
import { allLaws } from '../../../src/verdicts/checks/law/all-laws.ts';
import type { Evidence } from '../../../src/verdicts/evidence/evidence.ts';
import { lackingEvidence } from '../../../src/verdicts/evidence/lacking-evidence.ts';
import { backgroundOf, toRecording } from '../../../src/verdicts/to-recording.ts';
import { type Trace, tracesOf } from '../../helpers/trace.ts';

const { rules, operations } = await loadSpec();
const passing = allChecks.flatMap(({ id, evidence }) =>
  tracesOf(id).flatMap(({ name, trace }) => (name === 'passes.jsonl' ? [{ id, evidence, trace }] : [])),
);

/** Without them nothing is sent; the check itself looks at what comes after. */
const neededToSend: readonly Evidence[] = ['tool-listed', 'key-created'];

describe('what a check declares is in the trace that it passes', () => {
  test.each(passing)('$id', ({ evidence, trace }) => {
    const { background, exchanges } = trace;
    const recording = toRecording(exchanges, backgroundOf(background, operations));
    const judged = evidence.filter((piece) => !neededToSend.includes(piece));
    expect(lackingEvidence(judged, recording, ruleOf(trace))).toEqual([]);
  });
});

function ruleOf({ rule }: Trace) {
  const found = rules.find(({ id }) => id === rule);
  if (found === undefined) throw new Error(`The trace's rule ${rule} isn't in the contract any more.`);
  return found;
}

test('a law that compares requests declares more than that one of them succeeded', () => {
  const laws = new Set(allLaws.map(({ id }) => id));
  const comparing = passing.filter(({ id, trace }) => laws.has(id) && trace.exchanges.length > 1);
  expect(comparing.filter(({ evidence }) => evidence.join() === 'success').map(({ id }) => id)).toEqual([]);
});
