import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const spec = fileURLToPath(new URL('../../../../spec/', import.meta.url));

/** A folder of its own for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'codegen-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A copy of the contract in which the first occurrence of a text in one file is replaced; gives folder and line. */
export function specWith(change: { file: string; text: string; by: string }): {
  folder: string;
  line: number;
} {
  const folder = temporaryFolder();
  cpSync(spec, folder, {
    recursive: true,
    filter: (path) => !/node_modules|\.turbo|interface\.md/.test(path),
  });
  const path = join(folder, change.file);
  const content = readFileSync(path, 'utf8');
  const at = content.indexOf(change.text);
  if (at < 0) throw new Error(`${change.file} doesn't contain: ${change.text}`);
  writeFileSync(
    path,
    content.replace(change.text, () => change.by),
  );
  return { folder, line: content.slice(0, at).split('\n').length };
}
