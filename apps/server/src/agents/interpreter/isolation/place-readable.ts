import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { programsMayRead } from './rights.ts';

/** A package where it's looked up, and where it really is. */
export interface PackageFolder {
  name: string;
  link: string;
  real: string;
}

/** A script, and every path that must be readable to run it. */
interface Placed {
  entry: string;
  readable: readonly string[];
}

const placed = new Map<string, Placed>();

/**
 * Sees to it that the process of a program may read its script and packages. What is closed to its user, such as an
 * installation in root's home, is copied to a folder for temporary files, which ends with this process.
 * @throws when that is closed too.
 */
export function placeReadable(entry: string, packages: readonly PackageFolder[]): Placed {
  const known = placed.get(entry) ?? place(entry, packages);
  placed.set(entry, known);
  return known;
}

function place(entry: string, packages: readonly PackageFolder[]): Placed {
  const folder = dirname(entry);
  const scope = packageFile(folder);
  const readable = [folder, ...scope, ...packages.flatMap(({ link, real }) => [link, real])];
  if (readable.every(programsMayRead)) return { entry, readable };
  const home = openFolder();
  copyOpen(folder, join(home, 'programs'));
  for (const file of scope) copyOpen(file, join(home, 'package.json'));
  for (const { name, real } of packages) copyOpen(real, join(home, 'node_modules', name));
  return { entry: join(home, 'programs', basename(entry)), readable: [home] };
}

/** It says in which way Node reads the script. */
function packageFile(folder: string): string[] {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return [file];
  const parent = dirname(folder);
  return parent === folder ? [] : packageFile(parent);
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-workers-programs-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  if (programsMayRead(folder)) return folder;
  throw new Error(
    `Programs can't run here: the user nobody can't read ${tmpdir()}. Set TMPDIR to another folder.`,
  );
}

/** Readable for all, whatever the mask of new files is. */
function copyOpen(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    makeOpen(to);
    for (const name of readdirSync(from)) copyOpen(join(from, name), join(to, name));
  } else {
    copyFileSync(from, to);
    chmodSync(to, 0o644);
  }
}

function makeOpen(folder: string): void {
  if (existsSync(folder)) return;
  makeOpen(dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}
