import { expect, test } from 'vitest';
import { createStop } from '../../src/runner/stop.ts';

test('a run that is not stopped is complete', () => {
  const { ending, signal } = createStop(new AbortController().signal);
  expect([ending(), signal.aborted]).toEqual(['complete', false]);
});

test('the first reason to stop is the one that is told', () => {
  const user = new AbortController();
  const { because, ending, signal } = createStop(user.signal);
  because('max-requests');
  user.abort();
  because('target-lost');
  expect([ending(), signal.aborted]).toEqual(['max-requests', true]);
});

test.each(['before', 'after'])('Ctrl-C %s the run began interrupts it', (when) => {
  const user = new AbortController();
  if (when === 'before') user.abort();
  const { ending, signal } = createStop(user.signal);
  user.abort();
  expect([ending(), signal.aborted]).toEqual(['interrupted', true]);
});
