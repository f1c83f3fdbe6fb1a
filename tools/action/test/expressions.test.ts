import { expect, test } from 'vitest';
import { type Contexts, evaluate, filled, isDue } from './expressions.ts';

const contexts: Contexts = { inputs: { sarif: 'true', name: 'x' }, steps: { judge: { outputs: {} } } };

test.each([
  ["inputs.sarif == 'true'", true],
  ["inputs.sarif != 'true'", false],
  ["steps.judge.outputs.results != ''", false],
  ["!cancelled() && inputs.sarif == 'true'", true],
  ["inputs.missing || 'other'", 'other'],
  ["(inputs.sarif == 'false' || inputs.name == 'x') && 'yes'", 'yes'],
  ["fromJSON('[1,2]')", [1, 2]],
])('%s is %j', (expression, value) => {
  expect(evaluate(expression, contexts)).toEqual(value);
});

test.each([
  'inputs.name =~ x',
  'contains(inputs.name, 1',
  "hashFiles('a')",
  'inputs.name > 1',
  "inputs.name 'x'",
])('%s is refused, not taken for false', (expression) => {
  expect(() => evaluate(expression, contexts)).toThrow();
});

test('values are put into a text', () => {
  expect(filled('a ${{ inputs.name }} ${{ inputs.none }}', contexts)).toBe('a x ');
});

test('a step runs after a failed one only where its condition says so', () => {
  const failed = { ...contexts, hasFailed: true };
  expect(isDue(undefined, contexts)).toBe(true);
  expect(isDue(undefined, failed)).toBe(false);
  expect(isDue("inputs.name == 'x'", failed)).toBe(false);
  expect(isDue("${{ !cancelled() && inputs.name == 'x' }}", failed)).toBe(true);
  expect(isDue('failure()', contexts)).toBe(false);
});
