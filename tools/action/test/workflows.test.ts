import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const paths = globSync('.github/workflows/*.yml', { cwd: root });

test.each(paths)('%s uses pinned actions, and has only the rights that it names', (path) => {
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
  expect(parse(text).permissions).toEqual({ contents: 'read' });
});
