import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { targets } from '../src/targets.ts';
import { writeFiles } from '../src/write-files.ts';
import { temporaryFolder } from './helpers/spec-copy.ts';

const spec = fileURLToPath(new URL('../../../spec', import.meta.url));

describe('Generating twice', () => {
  it.each(Object.entries(targets))('gives the same bytes: %s', async (_, generate) => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    writeFiles(first, await generate(spec));
    writeFiles(second, await generate(spec));
    expect(Object.keys(contentsOf(first)).length).toBeGreaterThan(2);
    expect(contentsOf(second)).toEqual(contentsOf(first));
  });
});

function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
