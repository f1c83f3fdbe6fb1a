import { closeSync, openSync } from 'node:fs';
import { type Sandbox, toSandbox } from './sandbox.ts';
import { entryFile, foldersOf } from './sandbox-files.ts';
import { startSandboxed } from './start-sandboxed.ts';

/** Starts a process for one Python program, from the snapshot in a file; without one that takes seconds. */
export function startPythonSandbox(memoryBytes: number, snapshot: string | undefined): Sandbox {
  const start = { entry: entryFile('python-child'), readableFolders: foldersOf('pyodide') };
  if (!snapshot) return toSandbox(startSandboxed({ ...start, arguments: [String(memoryBytes)] }));
  const descriptor = openSync(snapshot, 'r');
  try {
    const arguments_ = [String(memoryBytes), 'from-snapshot'];
    return toSandbox(startSandboxed({ ...start, arguments: arguments_, descriptor }));
  } finally {
    closeSync(descriptor);
  }
}
