import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../docs/decisions');
const files = readdirSync(folder).sort();

test('decision records are numbered without gaps', () => {
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
});

test.each(files)('%s has the template of CONTRIBUTING.md', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toMatch(
    new RegExp(`^# ${Number(file.slice(0, 4))}\\. .+\n\nStatus: accepted\n\n## Context\n`),
  );
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).join(', ')).toMatch(
    /^Context, Decision, (Reasons, )?(Alternatives, )?Consequences$/,
  );
});
