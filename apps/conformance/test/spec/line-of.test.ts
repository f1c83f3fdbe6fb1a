import { expect, test } from 'vitest';
import { lineOf, loadSpec } from '../../src/spec/load-spec.ts';

const { rules, silences } = await loadSpec();
const findLine = await lineOf();

test('every rule and every silence stands on a line of its section', () => {
  const lost = [...rules, ...silences].filter(({ text, section }) => findLine(text, section) === 0);
  expect(lost).toEqual([]);
});
