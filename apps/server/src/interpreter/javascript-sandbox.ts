import { type Sandbox, toSandbox } from './sandbox.ts';
import { entryFile, foldersOf } from './sandbox-files.ts';
import { startSandboxed } from './start-sandboxed.ts';

/** Starts a process for one JavaScript program, behind two walls: WebAssembly inside and Node's permission model outside. */
export function startJavascriptSandbox(memoryBytes: number): Sandbox {
  return toSandbox(
    startSandboxed({
      entry: entryFile('javascript-child'),
      arguments: [String(memoryBytes)],
      readableFolders: foldersOf('quickjs-emscripten'),
    }),
  );
}
