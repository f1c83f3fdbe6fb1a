import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { createGiveWay } from '../../src/cli/give-way.ts';

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;

/** What the priority is set to, with a clock that is turned by hand. */
function started() {
  const set: number[] = [];
  const clock = { ms: 0 };
  const giveWay = createGiveWay(
    () => clock.ms,
    (priority) => set.push(priority),
  );
  return { set, clock, giveWay };
}

test('the judge of a few clients keeps its priority, however long it stays', () => {
  const { set, clock, giveWay } = started();
  for (let second = 0; second < 100; second += 1) {
    clock.ms = second * 1_000;
    giveWay.saw(64);
  }
  giveWay.over();
  expect(set).toEqual([]);
});

test('under a load it gives way once, and comes back when the traffic is over', () => {
  const { set, clock, giveWay } = started();
  for (let piece = 0; piece < 10; piece += 1) {
    clock.ms += 20;
    giveWay.saw(64);
  }
  expect(set).toEqual([PRIORITY_LOW]);
  giveWay.over();
  expect(set).toEqual([PRIORITY_LOW, PRIORITY_NORMAL]);
});
