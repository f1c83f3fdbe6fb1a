import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAs } from './installed-packages.ts';

const examples = fileURLToPath(new URL('../../src/', import.meta.url));

/** A folder with the packed tarballs and the examples in it, and nothing else of the repository. */
export function installPacked(tarballs: string): string {
  const folder = installAs('pnpm', tarballs, ['@agent-workers/client-fetch', '@agent-workers/types']);
  cpSync(examples, join(folder, 'src'), { recursive: true });
  return folder;
}
