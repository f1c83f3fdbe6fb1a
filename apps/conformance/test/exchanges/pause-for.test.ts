import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { abortedAfter } from '../../src/exchanges/pause-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each(['before', 'after'])(
  'a signal that follows another one, aborted %s it was made, is late by so much',
  (when) => {
    const first = new AbortController();
    if (when === 'before') first.abort();
    const second = abortedAfter(first.signal, 5_000);
    vi.advanceTimersByTime(when === 'before' ? 0 : 60_000);
    first.abort();
    vi.advanceTimersByTime(4_999);
    expect(second.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(second.aborted).toBe(true);
  },
);
