import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from '../../src/runner/throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setImmediate'] }));
afterEach(() => void vi.useRealTimers());

describe('throttled work', () => {
  it('rests so many times as long as the next will take, by what there is to work on', () => {
    const began: number[] = [];
    let things = 10;
    const ask = throttle(
      {
        size: () => things,
        work: () => {
          began.push(performance.now());
          vi.advanceTimersByTime(things);
        },
      },
      { shortestWaitMs: 5, restPerWork: 4 },
    );
    const askFor = (milliseconds: number): void => {
      for (let passed = 0; passed < milliseconds; passed += 1) {
        ask();
        vi.advanceTimersByTime(1);
      }
    };

    askFor(5);
    expect(began).toEqual([]);
    askFor(60);
    expect(began).toEqual([5, 55]);
    // Ten times as much takes ten times as long.
    things = 100;
    askFor(450);
    expect(began).toEqual([5, 55, 465]);
  });
});
