import { expect, test, vi } from 'vitest';
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

test('what is a part of something ends as that does', () => {
  const whole = createStop(new AbortController().signal);
  const part = createStop(whole.signal);
  whole.because('max-time');
  expect(part.ending()).toBe('max-time');
});

test('time ends a run unless it is over before', () => {
  vi.useFakeTimers();
  const { signal } = new AbortController();
  const [slow, quick] = [createStop(signal, 1_000), createStop(signal, 1_000)];
  quick.release();
  vi.advanceTimersByTime(1_000);
  expect([slow.ending(), quick.ending()]).toEqual(['max-time', 'complete']);
  vi.useRealTimers();
});
