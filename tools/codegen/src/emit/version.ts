import { readFileSync } from 'node:fs';
import type { GeneratedFile } from '../generated-file.ts';

/** The version of a package as code, which a program can't read from package.json everywhere. */
export function emitVersion(packageName: string): GeneratedFile {
  const url = new URL(`../../../../packages/${packageName}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(url, 'utf8')) as { version: string };
  return { path: 'version.ts', content: `/** Of this package. */\nexport const version = '${version}';\n` };
}
