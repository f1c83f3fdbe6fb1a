import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { budgets } from '../../src/runner/budget.ts';

test('the README tells what each budget is', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const rows = readme.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const told = rows.flatMap(([, name, , ...numbers]) =>
    Object.keys(budgets).some((budget) => name === `\`${budget}\``)
      ? [[name, ...numbers.filter((cell) => cell !== '').map(Number)]]
      : [],
  );
  expect(told).toEqual(
    Object.entries(budgets).map(([name, { drawn, concurrency, shrinkMs }]) => [
      `\`${name}\``,
      drawn,
      concurrency,
      shrinkMs / 1_000,
    ]),
  );
});
