import { lstatSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { descriptors } from '../channel.ts';
import { programsMayRead } from './rights.ts';

/**
 * The arguments by which bubblewrap shows a process nothing of the host but the given paths, read only: no other files,
 * processes, network, devices.
 */
export function bubblewrapArguments(readable: readonly string[], withFilter: boolean): string[] {
  return [
    '--unshare-all',
    '--die-with-parent',
    // Node is started by its open file where its own path is closed.
    ...['--proc', '/proc', '--chdir', '/'],
    ...sharedObjects().flatMap((path) => ['--ro-bind', path, path]),
    ...mountsOf(readable),
    ...(withFilter ? ['--seccomp', String(descriptors.filter)] : []),
  ];
}

let found: readonly string[] | undefined;

/** The libraries that Node itself has loaded, wherever this system keeps them. */
function sharedObjects(): readonly string[] {
  found ??= loadedObjects().filter(
    (path) => path.startsWith('/') && !path.endsWith('.node') && programsMayRead(path),
  );
  return found;
}

function loadedObjects(): readonly string[] {
  // The types don't know it yet; looking up the names of addresses would take seconds.
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  report.excludeNetwork = true;
  const { sharedObjects } = report.getReport() as { sharedObjects: readonly string[] };
  report.excludeNetwork = excludeNetwork;
  return sharedObjects;
}

/** Each path as it is on the host: a link stays one, for Node looks packages up from where they really are. */
function mountsOf(paths: readonly string[]): string[] {
  const mounted: string[] = [];
  const sorted = [...new Set(paths)].sort((one, other) => one.length - other.length);
  return sorted.flatMap((path) => {
    if (mounted.some((folder) => path.startsWith(folder + sep))) return [];
    if (lstatSync(path).isSymbolicLink()) return ['--symlink', readlinkSync(path), path];
    mounted.push(path);
    return ['--ro-bind', path, path];
  });
}
