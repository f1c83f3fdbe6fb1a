import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/**
 * Sees to it that the TypeScript files of a folder are there as JavaScript too: a process that has to strip types itself
 * takes twice the time to start. Made once for each version of the files, where their packages are found as well.
 * @throws when there's no place for it.
 */
export function placeStripped(folder: string, packageFolder: string): string {
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const key = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16);
  const target = join(packageFolder, 'node_modules', '.cache', `interpreter-${key}`);
  if (existsSync(target)) return target;
  const draft = `${target}.draft-${process.pid}-${crypto.randomUUID()}`;
  mkdirSync(draft, { recursive: true });
  withoutWarnings(() => {
    for (const { file, text } of sources)
      writeFileSync(join(draft, file.replace(/\.ts$/, '.mjs')), toJavascript(text));
  });
  settle(draft, target);
  return target;
}

/** Lines and columns stay where they are. */
function toJavascript(text: string): string {
  return stripTypeScriptTypes(text).replaceAll(/(?<=from '\.\/[\w-]+)\.ts(?=')/g, '.mjs');
}

/** Node's function is the one by which Node itself reads these files, and warns that it's new. */
function withoutWarnings(work: () => void): void {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Of two that place them at once the first wins. */
function settle(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}
