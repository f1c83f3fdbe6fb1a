import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A user of the system without rights. */
const nobody = 65_534;

/** With whose rights programs run: a server with root's gives them those of `nobody`, any other has only its own. */
export function rightsOfPrograms(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
}

/** Whether a program's process may read the path: an installation below root's closed home is closed to `nobody`. */
export function programsMayRead(path: string): boolean {
  return rightsOfPrograms().uid === undefined || isOpenToOthers(path);
}

/** It may be listed or read itself, and the folders above it may be entered. */
function isOpenToOthers(path: string): boolean {
  const needed = statSync(path).isDirectory() ? 0o005 : 0o004;
  return allows(path, needed) && foldersAbove(path).every((folder) => allows(folder, 0o001));
}

function allows(path: string, needed: number): boolean {
  return (statSync(path).mode & needed) === needed;
}

function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}
