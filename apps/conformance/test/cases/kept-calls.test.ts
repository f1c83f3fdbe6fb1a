import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordOf } from '../../src/cases/faults/fault.ts';
import { callsToText, textToCalls } from '../../src/cases/journeys/calls-text.ts';
import { drawJourneys } from '../../src/cases/journeys/draw-journeys.ts';
import { findJourney } from '../../src/cases/journeys/find-journey.ts';
import type { Journey } from '../../src/cases/journeys/journey.ts';
import {
  journeyOf,
  keepAll,
  leaveOut,
  namesIn,
  relatedTo,
  withNeeds,
} from '../../src/cases/journeys/kept-calls.ts';

import { loadSpec } from '../../src/spec/load-spec.ts';

const spec = await loadSpec();
const anyJourney = fc.nat({ max: 10_000 }).map((seed) => drawJourneys(seed, 1)[0] as Journey);
const anyPart = anyJourney.chain((journey) =>
  fc.subarray(keepAll(journey).map(({ number }) => number)).map((numbers) => ({
    journey,
    numbers: new Set(numbers),
    kept: leaveOut(journey, keepAll(journey), new Set(numbers)),
  })),
);

test('a journey of which all is kept is the journey', () => {
  fc.assert(
    fc.property(anyJourney, (journey) => {
      expect(JSON.stringify(journeyOf(journey, keepAll(journey)).calls)).toBe(
        JSON.stringify(journey.calls.map((call) => ({ ...call, alongside: call.alongside || undefined }))),
      );
    }),
  );
});

test('what is kept refers to nothing that was left out, and never begins in company', () => {
  fc.assert(
    fc.property(anyPart, ({ journey, numbers, kept }) => {
      const { calls } = journeyOf(journey, kept);
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
    fc.property(anyPart, ({ journey, numbers }) => {
      const needed = withNeeds(journey, numbers);
      const others = keepAll(journey).filter(({ number }) => !needed.has(number));
      const kept = leaveOut(journey, keepAll(journey), new Set(others.map(({ number }) => number)));
      expect(kept.map(({ number }) => number)).toEqual([...needed].sort((a, b) => a - b));
      const related = relatedTo(journey, numbers);
      expect([...needed].filter((number) => !related.has(number))).toEqual([]);
    }),
  );
});

test('kept calls can be written as one word and read again', () => {
  const plainer = fc.record({
    times: fc.integer({ min: 1, max: 99 }),
    varied: fc.oneof(fc.boolean(), fc.constant(wordOf('with 10,000 characters in título'))),
  });
  fc.assert(
    fc.property(anyPart, fc.infiniteStream(plainer), (part, more) => {
      const kept = part.kept.map((one) => ({ ...one, ...more.next().value }));
      const text = callsToText(kept);
      expect(text).toMatch(/^[\p{L}\p{N}_,+:]*$/u);
      expect(textToCalls(text, part.journey)).toEqual(kept.length === 0 ? undefined : kept);
    }),
  );
});

test.each(['', '0', '1,', ',1', '2,1', '1,1', '99', '1x0', '1 ,2', 'one', '1,+2', '1:a', '1v:', '1-a'])(
  'what names no calls is not understood: "%s"',
  (text) => {
    const [journey] = drawJourneys(7, 1);
    expect(journey && textToCalls(text, journey)).toBeUndefined();
  },
);

test('every journey is found again by its id, the drawn ones as well', () => {
  const variation = { body: 2, parameter: 2, drawn: 0, seed: 7 };
  for (const journey of drawJourneys(7, 12))
    expect(findJourney(journey.id, spec, variation)).toEqual(journey);
  const written = findJourney('bundle-lives', spec, variation);
  expect(written?.calls.find(({ varied }) => varied)).toMatchObject({ varied: variation });
  expect(findJourney('nothing-of-the-kind', spec, variation)).toBeUndefined();
});

test('a call that was varied is kept without its faults, or with one of them', () => {
  const varied = { body: 2, parameter: 2, drawn: 0, seed: 7 };
  const journey = { id: 'made-up', calls: [{ operation: 'createBundle', varied }] };
  const [all] = keepAll(journey);
  const calls = (kept: boolean | string) => journeyOf(journey, all ? [{ ...all, varied: kept }] : []).calls;
  expect(calls(false)).toMatchObject([{ varied: undefined }]);
  expect(calls(true)).toMatchObject([{ varied }]);
  expect(calls('with_null_in_title')).toMatchObject([{ varied: { ...varied, only: 'with_null_in_title' } }]);
});
