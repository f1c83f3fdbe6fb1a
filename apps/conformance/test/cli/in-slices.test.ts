import { expect, test } from 'vitest';
import { createSlices } from '../../src/cli/in-slices.ts';
import { atOnce, type Steps } from '../../src/verdicts/steps.ts';

function* counted(steps: number): Steps<string> {
  for (let step = 0; step < steps; step += 1) yield;
  return `${steps} done`;
}

test('steps come to the same at once and in slices', async () => {
  const inSlices = createSlices(() => false);
  for (const steps of [0, 1, 1_000]) expect(await inSlices(counted(steps))).toBe(atOnce(counted(steps)));
});

test('others get their turn between two slices', async () => {
  const order: string[] = [];
  function* long(): Steps<void> {
    const began = performance.now();
    setImmediate(() => order.push('another'));
    while (order.length === 0 && performance.now() - began < 10_000) yield;
    order.push('the last step');
  }
  await createSlices(() => false)(long());
  expect(order).toEqual(['another', 'the last step']);
});

test('there is no rest while somebody waits for what comes after', async () => {
  let others = 0;
  function* long(): Steps<number> {
    setImmediate(() => {
      others += 1;
    });
    const began = performance.now();
    while (performance.now() - began < 20) yield;
    return others;
  }
  expect(await createSlices(() => true)(long())).toBe(0);
});

test('what a step throws reaches who asked for it', async () => {
  function* broken(): Steps<void> {
    yield;
    throw new Error('no');
  }
  await expect(createSlices(() => false)(broken())).rejects.toThrow('no');
});
