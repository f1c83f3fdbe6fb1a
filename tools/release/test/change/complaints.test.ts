import { describe, expect, test } from 'vitest';
import { bumpsOf } from '../../src/change/changesets.ts';
import { complaintsAbout, isInstalled, type PackageChange } from '../../src/change/complaints.ts';

const unchanged: PackageChange = { name: 'server', isChanged: false, needed: 'none', said: [], counting: [] };
const about = (change: Partial<PackageChange>) => complaintsAbout({ ...unchanged, ...change });

describe('a change of a package', () => {
  test('needs a changeset that names it; one of another package is not enough', () => {
    expect(about({ isChanged: true })).toEqual([
      'server is changed, and no changeset of this branch names it. Add one: pnpm changeset',
    ]);
    expect(about({ isChanged: true, said: ['patch'], counting: ['patch'] })).toEqual([]);
  });

  test('that takes something away needs a changeset that says major', () => {
    const change = { isChanged: true, needed: 'major', said: ['patch', 'minor'] } as const;
    expect(about({ ...change, counting: change.said })).toEqual([
      'server: its public-surface.txt lost or changed lines, which asks for a major bump; its changesets say patch, minor. Add one: pnpm changeset',
    ]);
    expect(about({ ...change, counting: ['major'] })).toEqual([]);
  });

  test('among candidates of a major version may say anything, for the version itself says major', () => {
    expect(
      about({ isChanged: true, needed: 'major', said: ['patch'], counting: ['major', 'patch'] }),
    ).toEqual([]);
  });

  test('that adds something needs a changeset that says minor', () => {
    expect(about({ needed: 'minor', said: ['patch'], counting: ['patch'] })[0]).toContain('got new lines');
    expect(about({ needed: 'minor', said: ['minor'], counting: ['minor'] })).toEqual([]);
  });
});

test('tests, documents and set-up of a package are nothing that its users get', () => {
  const files = [
    'test/a.test.ts',
    'README.md',
    'docs/runs.md',
    'tsconfig.build.json',
    'scripts/x.ts',
    'public-surface.txt',
  ];
  expect(files.filter(isInstalled)).toEqual([]);
  const installed = ['src/index.ts', 'package.json', 'bin/x.js', 'rules.yaml', 'src/test/fake.ts'];
  expect(installed.filter(isInstalled)).toEqual(installed);
});

test('a changeset says a bump for each package that it names, and may name none', () => {
  expect(bumpsOf('---\n"@a/b": minor\n"@a/c": patch\n---\n\nMore.\n')).toEqual({
    '@a/b': 'minor',
    '@a/c': 'patch',
  });
  expect(bumpsOf('---\n---\n\nNothing that users get.\n')).toEqual({});
});
