import fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** PGlite's own start, but with fsync; its fdatasync does nothing. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** A file that a program of emscripten has open; `nfd` is its descriptor here. */
interface OpenFile {
  nfd?: number;
}

/** What is looked for of emscripten's file systems; all of it may be missing in another version. */
interface MountedSystems {
  root?: { mount?: { mounts?: readonly { type?: HostSystem }[] } };
}

interface HostSystem {
  convertNodeCode?: unknown;
  stream_ops?: { fsync?: (file: OpenFile) => number };
}

/**
 * Lets the database write through to the disk: emscripten's file system takes its fsync and does nothing.
 * @throws when this version of PGlite has another file system.
 */
export function writeThrough(pglite: PGlite): void {
  const { root }: MountedSystems = pglite.Module.FS;
  const host = root?.mount?.mounts?.find(({ type }) => type?.convertNodeCode !== undefined);
  const operations = host?.type?.stream_ops;
  if (!operations)
    throw new Error('This version of PGlite has no file system that could be written through.');
  operations.fsync = ({ nfd }) => {
    if (nfd !== undefined) fs.fsyncSync(nfd);
    return 0;
  };
}

/** Brings all files of a folder to the disk: what a template or an earlier start has left may be in memory only. */
export async function syncFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) syncFile(join(entry.parentPath, entry.name));
}

function syncFile(path: string): void {
  const descriptor = fs.openSync(path, 'r+');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
