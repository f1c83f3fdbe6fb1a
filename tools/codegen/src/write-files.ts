import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from './generated-file.ts';

const banner = '// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate\n\n';

/** Makes the folder hold exactly these files; a file that is right already keeps its timestamp. */
export function writeFiles(folder: string, files: GeneratedFile[]): void {
  const wanted = new Map(files.map(({ path, content }) => [path, withBanner(path, content)]));
  for (const path of listFiles(folder)) {
    if (!wanted.has(path)) rmSync(join(folder, path));
  }
  for (const [path, content] of wanted) writeChanged(join(folder, path), content);
}

function withBanner(path: string, content: string): string {
  // JSON has no comments; .gitattributes marks it as generated.
  return path.endsWith('.json') ? content : banner + content;
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(folder.length + 1));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function writeChanged(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (readIfThere(path) !== content) writeFileSync(path, content);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
