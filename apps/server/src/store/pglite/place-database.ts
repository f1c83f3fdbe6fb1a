import { existsSync } from 'node:fs';
import { constants, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { templateKey } from './template-key.ts';

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
