import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { constants, cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { migrations } from '../migrations/migrations.ts';

interface Placing {
  cacheDir: string;
  /** Makes an empty database with all its tables in the given folder. */
  build: (folder: string) => Promise<void>;
}

/**
 * Sees to it that `folder` holds a database. A new one is copied from a template in the cache, because a first
 * start of PGlite takes seconds and a copy a fraction of one.
 */
export async function placeDatabase(folder: string, placing: Placing): Promise<void> {
  if (existsSync(folder)) return;
  const template = join(placing.cacheDir, `template-${templateKey()}`);
  try {
    if (!existsSync(template)) await buildTemplate(template, placing.build);
    await copyThenRename(template, folder);
  } catch {
    // The cache is a shortcut: without a writable one the database is built where it's needed.
    if (!existsSync(folder)) await buildThenRename(folder, placing.build);
  }
}

async function buildTemplate(template: string, build: Placing['build']): Promise<void> {
  await mkdir(dirname(template), { recursive: true });
  await buildThenRename(template, build);
}

async function buildThenRename(folder: string, build: Placing['build']): Promise<void> {
  const draft = draftOf(folder);
  await build(draft);
  await settle(draft, folder);
}

async function copyThenRename(template: string, folder: string): Promise<void> {
  const draft = draftOf(folder);
  await cp(template, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await settle(draft, folder);
}

/** A rename is atomic, so a reader sees all or nothing, and of two that build at once the first wins. */
async function settle(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function draftOf(folder: string): string {
  return `${folder}.draft-${process.pid}-${crypto.randomUUID()}`;
}

/** Changes with all that an empty database is made of: our tables, the queue's tables, the engine. */
function templateKey(): string {
  const engine = versionOf('@electric-sql/pglite');
  const parts = [JSON.stringify(migrations), versionOf('pg-boss'), engine, 'one database'];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

/** Read from the file: neither package exports its package.json. */
function versionOf(packageName: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(packageName));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
