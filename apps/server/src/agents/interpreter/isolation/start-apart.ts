import type { SpawnOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { descriptors } from '../channel.ts';
import { openFilter } from './filter-file.ts';
import { inheritedDescriptors } from './inherited-descriptors.ts';
import { programsMayRead, rightsOfPrograms } from './rights.ts';
import type { Wrapper } from './wrappers.ts';

/** A start of Node: its arguments, what it may read, and what is around it. */
export interface ApartStart {
  arguments: readonly string[];
  readable: readonly string[];
  wrappers: readonly Wrapper[];
  /** An open file, which the process gets as `descriptors.given`. */
  descriptor?: number | undefined;
}

type Options = Pick<SpawnOptions, 'env' | 'uid' | 'gid'> & { stdio: (number | 'pipe' | 'ignore')[] };

/**
 * Calls `start` with a command and its options: the rights of programs, no environment, no open files but those of the
 * channel. What was opened for it is closed afterwards.
 */
export function startApart<Started>(
  { arguments: given, readable, wrappers, descriptor }: ApartStart,
  start: (command: string, arguments_: string[], options: Options) => Started,
): Started {
  const isNodeOpen = programsMayRead(process.execPath);
  const node = isNodeOpen ? process.execPath : `/proc/self/fd/${descriptors.node}`;
  const visible = isNodeOpen ? [node, ...readable] : readable;
  const files = new Map<number, number>();
  try {
    if (!isNodeOpen) files.set(descriptors.node, openSync(process.execPath, 'r'));
    if (wrappers.some(({ takesFilter }) => takesFilter)) files.set(descriptors.filter, openFilter());
    for (const inherited of inheritedDescriptors())
      if (!files.has(inherited)) files.set(inherited, openSync('/dev/null', 'r'));
    const [command = '', ...rest] = [...wrappers.flatMap((each) => each.before(visible)), node, ...given];
    return start(command, rest, { env: {}, stdio: stdioOf(files, descriptor), ...rightsOfPrograms() });
  } finally {
    for (const file of files.values()) closeSync(file);
  }
}

function stdioOf(files: ReadonlyMap<number, number>, given: number | undefined): Options['stdio'] {
  const last = Math.max(descriptors.given, ...files.keys());
  return Array.from({ length: last + 1 }, (_, index) => {
    if (index === descriptors.program || index === descriptors.answer) return 'pipe';
    if (index === descriptors.given && given !== undefined) return given;
    return files.get(index) ?? 'ignore';
  });
}
