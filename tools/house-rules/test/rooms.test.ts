import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countLevels, enforced, readTable } from '../src/allow-lists.ts';
import { findQueries } from '../src/find-queries.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const maximumRooms = 15;
const maximumLevels = 8;

test.each(['apps/server/src'])('%s has no more entries than a newcomer can hold in mind', (folder) => {
  expect(readdirSync(join(root, folder)).length).toBeLessThanOrEqual(maximumRooms);
});

describe('ARCHITECTURE.md', () => {
  test.each([
    ['Between the workspaces', 'workspaces'],
    ['Inside apps/server', 'apps/server/src'],
    ['Inside apps/conformance', 'apps/conformance/src'],
  ] as const)('tells under "%s" what is enforced', (heading, place) => {
    const told = readTable(read('ARCHITECTURE.md'), heading);
    expect(told).toEqual(enforced[place]);
  });

  test.each(['apps/server/src', 'apps/conformance/src'] as const)('names every room of %s', (place) => {
    const entries = readdirSync(join(root, place), { withFileTypes: true });
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    expect(Object.keys(enforced[place]).sort()).toEqual(names.sort());
  });

  test('has the rooms of the server in the levels that it promises', () => {
    expect(countLevels(enforced['apps/server/src'])).toBeLessThanOrEqual(maximumLevels);
  });

  test('lets no room of conformance import one below its row', () => {
    const names = Object.keys(enforced['apps/conformance/src']);
    const upwards = Object.entries(enforced['apps/conformance/src']).flatMap(([name, allowed], at) =>
      allowed
        .filter((one) => !names.slice(0, at).some((earlier) => one.startsWith(earlier)))
        .map((one) => `${name} -> ${one}`),
    );
    expect(upwards).toEqual([]);
  });
});

describe('queries of the server', () => {
  test.each([
    ["const rows = await db.selectFrom('user').execute();", [1]],
    ["await db\n  .updateTable('user')", [2]],
    ['sql<{ name: string }>`select 1`', [1]],
    ['await sql`select 1`.execute(db)', [1]],
    ["db.transaction().execute((transaction) => insertAgent(transaction, 'sql'))", []],
  ])('%j is found at the lines %j', (source, lines) => {
    expect(findQueries(source)).toEqual(lines);
  });

  test('stand in store/ alone', () => {
    const folder = 'apps/server/src';
    const files = globSync('**/*.ts', { cwd: join(root, folder) });
    const asking = files.filter((file) => findQueries(read(join(folder, file))).length > 0);
    expect(asking.length).toBeGreaterThan(20);
    expect(asking.filter((file) => !file.startsWith('store/'))).toEqual([]);
  });
});
