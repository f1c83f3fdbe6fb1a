import { readFileSync } from 'node:fs';

const names = [
  'README.md',
  'docs/options.md',
  'docs/testing.md',
  'docs/runs.md',
  'docs/code-interpreter.md',
  'docs/tools-and-schedules.md',
  'docs/payments.md',
  'docs/observability.md',
  'docs/unspecified-behavior.md',
];

/** What the package's documents say, one after the other. */
export const documents = names
  .map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  .join('\n');
