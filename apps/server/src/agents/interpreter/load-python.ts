import { constants } from 'node:fs';
import { loadPyodide, type PyodideAPI, type PyodideConfig } from 'pyodide';
import { pageBytes } from './web-assembly-page.ts';

/**
 * Loads Python without anything of the process around it: no JavaScript globals, no environment. It must be in a
 * sandboxed process nevertheless, for Python can reach what JavaScript can.
 */
export async function loadPython(options: PyodideConfig = {}): Promise<PyodideAPI> {
  stubBinding();
  const python = await loadPyodide({
    jsglobals: Object.create(null),
    // Emscripten puts the path of this process there.
    env: { HOME: '/home/pyodide', _: 'python' },
    ...options,
  });
  // Emscripten loads what gives random bytes when it's first asked for some, and then nothing may be loaded any more.
  python.runPython('import os; os.urandom(1)');
  return python;
}

/** Lets all WebAssembly memory of this process grow up to the limit only; Python then has a MemoryError. */
export function capMemory(maximumBytes: number): void {
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  prototype.grow = function growBelow(this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > maximumBytes)
      throw new RangeError('The limit is reached.');
    return grow.call(this, pages);
  };
}

/**
 * Leaves of emscripten's file systems the one in memory, and of its standard streams none: the others end at open files
 * of this process.
 */
export function leaveMemoryFilesOnly(python: PyodideAPI): void {
  python.setStdin({ stdin: () => undefined });
  python.setStdout({ write: ({ length }) => length });
  python.setStderr({ write: ({ length }) => length });
  const { filesystems } = python.FS as unknown as { filesystems: Record<string, unknown> };
  for (const name of Object.keys(filesystems)) if (name !== 'MEMFS') delete filesystems[name];
}

/** Emscripten asks for constants through an old door that the permission model keeps shut. */
function stubBinding(): void {
  Object.assign(process, { binding: () => ({ fs: constants }) });
}
