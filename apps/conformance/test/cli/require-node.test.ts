import { expect, test } from 'vitest';
import { whyTooOld } from '../../src/cli/require-node.ts';

test.each(['22.19.0', '22.21.1', '23.10.0', '24.0.0', '26.10.0'])('runs on Node %s', (version) => {
  expect(whyTooOld(version)).toBeUndefined();
});

test.each(['18.20.0', '20.20.2', '22.18.0', '23.9.0'])('says what is wrong with Node %s', (version) => {
  expect(whyTooOld(version)).toBe(
    `agent-conformance needs Node 22.19, 23.10 or later, such as 24; this is ${version}.`,
  );
});
