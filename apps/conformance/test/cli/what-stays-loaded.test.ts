import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');

/** What a module loads as soon as it is loaded itself; types are no more than words. */
function importsOf(file: string): readonly string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm);
  return [...imports].map(([, name = '']) => name);
}

/** All that a thread loads when it starts, and what it takes from others. */
function loadedBy(entry: string): { readonly files: readonly string[]; readonly others: readonly string[] } {
  const files = new Set([join(source, entry)]);
  const others = new Set<string>();
  for (const file of files)
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) files.add(join(dirname(file), name));
      else others.add(name);
    }
  return { files: [...files], others: [...others] };
}

test.each(['cli/run-thread.ts', 'cli/proxy.ts', 'cli/judge-thread.ts'])(
  'beside traffic that goes on for days, %s loads nothing that takes much memory',
  (entry) => {
    const { files, others } = loadedBy(entry);
    expect(files.length).toBeGreaterThan(10);
    // Each of these takes one MB to ten; what needs them is read apart, or loads them when it is asked.
    expect(others.filter((name) => !name.startsWith('node:') && name !== 'leven')).toEqual([]);
    expect(others).not.toContain('node:http');
    // Data of all languages takes 20 MB.
    const speaks = /\.toLocale|\.localeCompare\(|\bIntl\./;
    expect(
      files.filter((file) => speaks.test(readFileSync(file, 'utf8').replaceAll(/\/\*\*.*?\*\//gs, ''))),
    ).toEqual([]);
  },
);
