import { expect, test } from 'vitest';
import { lineOf } from '../../src/spec/line-of.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const { rules, unspecified } = await loadSpec();
const findLine = await lineOf();

test('every rule and every unspecified behavior stands on a line of its section', () => {
  const quoted = rules.filter(({ basis }) => basis !== 'declared');
  const lost = [...quoted, ...unspecified].filter(({ text, section }) => findLine(text, section) === 0);
  expect(lost).toEqual([]);
});
