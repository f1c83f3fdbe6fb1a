import { realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readableFolders } from './readable-folders.ts';
import { type Sandbox, toSandbox } from './sandbox.ts';
import { startSandboxed } from './start-sandboxed.ts';

/** Starts a process for one JavaScript program, behind two walls: WebAssembly inside and Node's permission model outside. */
export function startJavascriptSandbox(memoryBytes: number): Sandbox {
  return toSandbox(
    startSandboxed({ entry, arguments: [String(memoryBytes)], readableFolders: interpreterFolders() }),
  );
}

const folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
const entry = join(folder, `sandbox-child${extname(import.meta.url)}`);

let found: string[] | undefined;

function interpreterFolders(): string[] {
  found ??= readableFolders(folder, 'quickjs-emscripten');
  return found;
}
