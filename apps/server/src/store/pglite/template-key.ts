import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { migrations } from '../migrations/migrations.ts';

/** Changes with all that an empty database is made of: our tables, the queue's tables, the engine. */
export function templateKey(): string {
  const parts = [JSON.stringify(migrations), versionOf('pg-boss'), versionOf('@electric-sql/pglite')];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

/** Read from the file: neither package exports its package.json. */
function versionOf(packageName: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(packageName));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
