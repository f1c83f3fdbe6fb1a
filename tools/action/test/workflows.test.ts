import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const paths = [...workflows, ...globSync('.github/actions/*/action.yml', { cwd: root }), 'action.yml'];

test.each(paths)('%s uses pinned actions', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const used = [...text.matchAll(/^\s*(?:- )?uses: (\S+)(.*)$/gm)].map(([, name = '', comment = '']) => ({
    name,
    comment,
  }));
  const others = used.filter(({ name }) => !name.startsWith('./'));
  const loose = others.filter(
    ({ name, comment }) => !/@[0-9a-f]{40}$/.test(name) || !/^ # v\d/.test(comment),
  );
  expect(loose).toEqual([]);
});

test.each(workflows)('%s has only the rights that it names', (path) => {
  const { permissions } = read(path);
  expect([{}, { contents: 'read' }]).toContainEqual(permissions);
});

interface Workflow {
  readonly permissions?: Rights;
  readonly jobs: Readonly<Record<string, { readonly uses?: string; readonly permissions?: Rights }>>;
}

type Rights = Readonly<Record<string, string>>;

const levels = ['none', 'read', 'write'];
const calls = [...workflows, ...globSync('examples/ci/*.yml', { cwd: root })].flatMap((path) => {
  const { permissions = {}, jobs = {} } = read(path);
  return Object.entries(jobs).flatMap(([job, { uses, permissions: own = permissions }]) => {
    const [, called] = /(?:^\.|contract-kit)\/(\.github\/workflows\/[\w-]+\.yml)/.exec(uses ?? '') ?? [];
    return called === undefined ? [] : [{ path, job, called, granted: own }];
  });
});

test('the reusable workflows are called, here and in examples', () => {
  expect(new Set(calls.map(({ called }) => called)).size).toBe(4);
});

// GitHub refuses the whole workflow otherwise, also where the job that asks would be skipped.
test.each(calls)('$job of $path grants what $called asks for', ({ called, granted }) => {
  const { permissions = {}, jobs } = read(called);
  const asked = [permissions, ...Object.values(jobs).map(({ permissions: own = permissions }) => own)];
  const lacking = asked.flatMap((rights) =>
    Object.entries(rights).filter(
      ([name, level]) => levels.indexOf(level) > levels.indexOf(granted[name] ?? 'none'),
    ),
  );
  expect(lacking).toEqual([]);
});

function read(path: string): Workflow {
  return parse(readFileSync(join(root, path), 'utf8'));
}
