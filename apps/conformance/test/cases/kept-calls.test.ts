import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutationKey } from '../../src/cases/mutations/mutation-key.ts';
import { callsToText, textToCalls } from '../../src/cases/sequences/calls-text.ts';
import { drawSequences } from '../../src/cases/sequences/draw-sequences.ts';
import { findSequence } from '../../src/cases/sequences/find-sequence.ts';
import {
  keepAll,
  leaveOut,
  namesIn,
  relatedTo,
  sequenceOf,
  withNeeds,
} from '../../src/cases/sequences/kept-calls.ts';
import type { Sequence } from '../../src/cases/sequences/sequence.ts';

import { loadSpec } from '../../src/spec/load-spec.ts';

const spec = await loadSpec();
const anySequence = fc.nat({ max: 10_000 }).map((seed) => drawSequences(seed, 1)[0] as Sequence);
const anyPart = anySequence.chain((sequence) =>
  fc.subarray(keepAll(sequence).map(({ number }) => number)).map((numbers) => ({
    sequence,
    numbers: new Set(numbers),
    kept: leaveOut(sequence, keepAll(sequence), new Set(numbers)),
  })),
);

test('a sequence of which all is kept is the sequence', () => {
  fc.assert(
    fc.property(anySequence, (sequence) => {
      expect(JSON.stringify(sequenceOf(sequence, keepAll(sequence)).calls)).toBe(
        JSON.stringify(sequence.calls.map((call) => ({ ...call, alongside: call.alongside || undefined }))),
      );
    }),
  );
});

test('what is kept refers to nothing that was left out, and never begins in company', () => {
  fc.assert(
    fc.property(anyPart, ({ sequence, numbers, kept }) => {
      const { calls } = sequenceOf(sequence, kept);
      calls.forEach((call, index) => {
        const known = calls.slice(0, index).map(({ name }) => name);
        for (const name of namesIn(call)) expect(known).toContain(name);
      });
      expect(calls[0]?.alongside).toBeUndefined();
      expect(kept.filter(({ number }) => numbers.has(number))).toEqual([]);
    }),
  );
});

test('with all that they need, calls can be kept', () => {
  fc.assert(
    fc.property(anyPart, ({ sequence, numbers }) => {
      const needed = withNeeds(sequence, numbers);
      const others = keepAll(sequence).filter(({ number }) => !needed.has(number));
      const kept = leaveOut(sequence, keepAll(sequence), new Set(others.map(({ number }) => number)));
      expect(kept.map(({ number }) => number)).toEqual([...needed].sort((a, b) => a - b));
      const related = relatedTo(sequence, numbers);
      expect([...needed].filter((number) => !related.has(number))).toEqual([]);
    }),
  );
});

test('kept calls can be written as one word and read again', () => {
  const plainer = fc.record({
    times: fc.integer({ min: 1, max: 99 }),
    varied: fc.oneof(
      fc.boolean(),
      fc.constant(mutationKey({ kind: 'text', text: 'very-long', at: 'título' })),
    ),
  });
  fc.assert(
    fc.property(anyPart, fc.infiniteStream(plainer), (part, more) => {
      const kept = part.kept.map((one) => ({ ...one, ...more.next().value }));
      const text = callsToText(kept);
      expect(text).toMatch(/^[A-Za-z0-9_.@,+:-]*$/);
      expect(textToCalls(text, part.sequence)).toEqual(kept.length === 0 ? undefined : kept);
    }),
  );
});

test.each(['', '0', '1,', ',1', '2,1', '1,1', '99', '1x0', '1 ,2', 'one', '1,+2', '1:a', '1v:', '1-a'])(
  'what names no calls is not understood: "%s"',
  (text) => {
    const [sequence] = drawSequences(7, 1);
    expect(sequence && textToCalls(text, sequence)).toBeUndefined();
  },
);

test('every sequence is found again: the written ones by their ids, the drawn ones by their numbers', () => {
  const variation = { body: 2, parameter: 2, drawn: 0, seed: 7 };
  for (const [number, sequence] of drawSequences(7, 12).entries())
    expect(findSequence({ number }, spec, variation)).toEqual(sequence);
  const written = findSequence({ id: 'bundle-lives' }, spec, variation);
  expect(written?.calls.find(({ varied }) => varied)).toMatchObject({ varied: variation });
  expect(findSequence({ id: 'nothing-of-the-kind' }, spec, variation)).toBeUndefined();
});

test('a call that was varied is kept without its mutations, or with one of them', () => {
  const varied = { body: 2, parameter: 2, drawn: 0, seed: 7 };
  const sequence = { id: 'made-up', calls: [{ operation: 'createBundle', varied }] };
  const [all] = keepAll(sequence);
  const calls = (kept: boolean | string) => sequenceOf(sequence, all ? [{ ...all, varied: kept }] : []).calls;
  expect(calls(false)).toMatchObject([{ varied: undefined }]);
  expect(calls(true)).toMatchObject([{ varied }]);
  expect(calls('null@title')).toMatchObject([{ varied: { ...varied, only: 'null@title' } }]);
});
