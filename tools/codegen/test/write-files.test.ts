import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../src/write-files.ts';
import { temporaryFolder } from './helpers/spec-copy.ts';

describe('A gen folder', () => {
  it('holds just what was generated, each file with a banner, but JSON, which has no comments', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'zod'));
    writeFileSync(join(folder, 'zod/stale.ts'), 'export {};\n');
    writeFiles(folder, [
      { path: 'a.ts', content: 'export const a = 1;\n' },
      { path: 'openapi/b.json', content: '{}\n' },
    ]);
    expect(existsSync(join(folder, 'zod/stale.ts'))).toBe(false);
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe(
      '// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate\n\nexport const a = 1;\n',
    );
    expect(readFileSync(join(folder, 'openapi/b.json'), 'utf8')).toBe('{}\n');
  });

  it('keeps the time of a file that does not change', () => {
    const folder = temporaryFolder();
    const files = [{ path: 'a.ts', content: 'export const a = 1;\n' }];
    writeFiles(folder, files);
    const longAgo = new Date(0);
    utimesSync(join(folder, 'a.ts'), longAgo, longAgo);
    writeFiles(folder, files);
    expect(statSync(join(folder, 'a.ts')).mtime).toEqual(longAgo);
  });
});
