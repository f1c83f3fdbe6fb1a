import { expect, test } from 'vitest';
import { attribute } from '../../src/model/attribute.ts';
import type { Observed } from '../../src/model/linearization.ts';
import { seen } from '../helpers/seen.ts';

/** Observations one after the other, none overlapping. */
const inTurn = (...kinds: Observed[]) =>
  kinds.map((kind, index) => seen(index, kind, index * 10, index * 10 + 5));

test('a history with a linearization attributes nothing', () => {
  expect(attribute(inTurn('job-shown', 'refused', 'job-shown', 'no-job-shown', 'accepted'), true)).toBe(
    'none',
  );
});

test('a message taken during a job that the header shows is what is wrong', () => {
  expect(attribute(inTurn('job-shown', 'accepted', 'job-shown', 'no-job-shown'), true)).toBe('accepted');
});

test('a refusal after the header has gone is what is wrong', () => {
  expect(attribute(inTurn('job-shown', 'no-job-shown', 'refused', 'no-job-shown'), true)).toBe('refused');
});

test('where the header never shows although PUTs are refused, its absence is what is wrong', () => {
  expect(attribute(inTurn('no-job-shown', 'refused', 'no-job-shown', 'refused', 'no-job-shown'), true)).toBe(
    'no-job-shown',
  );
});

test('without a job that was asked for, the header is what is wrong', () => {
  expect(attribute(inTurn('no-job-shown', 'job-shown', 'accepted'), false)).toBe('job-shown');
});

test('without a job that was asked for, the refusal is what is wrong', () => {
  expect(attribute(inTurn('no-job-shown', 'refused', 'accepted'), false)).toBe('refused');
});

test('where two kinds are wrong at once, the first contradiction in time is named', () => {
  expect(attribute(inTurn('accepted', 'refused', 'job-shown'), false)).toBe('refused');
});
