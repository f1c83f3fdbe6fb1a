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
  expect(parse(readFileSync(join(root, path), 'utf8')).permissions).toEqual({ contents: 'read' });
});
