import { expect, test } from 'vitest';
import { createSlices } from '../../src/cli/in-slices.ts';
import { atOnce, type Steps } from '../../src/verdicts/steps.ts';

function* counted(steps: number): Steps<string> {
  for (let step = 0; step < steps; step += 1) yield;
  return `${steps} done`;
}

test('steps come to the same at once and in slices', async () => {
  const inSlices = createSlices();
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
  await createSlices()(long());
  expect(order).toEqual(['another', 'the last step']);
});

test('what a step throws reaches who asked for it', async () => {
  function* broken(): Steps<void> {
    yield;
    throw new Error('no');
  }
  await expect(createSlices()(broken())).rejects.toThrow('no');
});
