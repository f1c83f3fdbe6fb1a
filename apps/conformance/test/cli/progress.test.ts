import { expect, test } from 'vitest';
import { createProgress } from '../../src/cli/progress.ts';

/** A progress on a clock that is set by hand, and all that it said. */
function progressOn(interactive: boolean) {
  const clock = { now: 0 };
  let text = '';
  const streams = {
    out: () => {},
    progress: (more: string) => {
      text += more;
    },
    interactive,
    colour: false,
    environment: {},
    signal: new AbortController().signal,
  };
  return { clock, said: () => text, ...createProgress(streams, () => clock.now) };
}

test('a log has a heartbeat, at most every half minute', () => {
  const { clock, said, onEvent, sent } = progressOn(false);
  onEvent({ type: 'estimated', requests: 1_612, milliseconds: 240_000, latencyMs: 150 });
  for (let second = 1; second <= 70; second += 1) {
    clock.now = second * 1000;
    sent();
  }
  expect(said()).toBe(
    [
      'about 1,600 requests, about 4 min at 150 ms an answer',
      '  … 30 of about 1,600 requests, 1 a second, 30 s, about 26 min left',
      '  … 60 of about 1,600 requests, 1 a second, 60 s, about 26 min left',
      '',
    ].join('\n'),
  );
});

test('a line that rewrites itself keeps to 79 columns', () => {
  const { clock, said, onEvent, sent } = progressOn(true);
  onEvent({ type: 'estimated', requests: 16_000, milliseconds: 1, latencyMs: 1 });
  clock.now = 100_000;
  sent();
  onEvent({ type: 'scenario-done', phase: 'sequences', done: 12, total: 148 });
  const [line = ''] = said().split('\u001b[2K').slice(-1);
  expect(line).toMatch(/^ {2}sequences over the User API 12\/148 · 1 of ~16,000, 0\/s, 2 min, ~/);
  expect(line.length).toBeLessThanOrEqual(79);
});

test('what is left is no less than what the first answers made expected', () => {
  const { clock, said, onEvent, sent } = progressOn(false);
  onEvent({ type: 'estimated', requests: 100, milliseconds: 240_000, latencyMs: 1 });
  for (let request = 0; request < 98; request += 1) sent();
  clock.now = 60_000;
  sent();
  expect(said()).toContain('about 3 min left');
});
