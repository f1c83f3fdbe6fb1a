import { closeSync, openSync } from 'node:fs';
import type { Language } from '../../domain/program.ts';
import { foregroundLimits } from './interpreter.ts';
import { startSandboxed } from './isolation/start-sandboxed.ts';
import { type Sandbox, toSandbox } from './sandbox.ts';
import { entryFile, packagesFor } from './sandbox-files.ts';
import { createWarmPool } from './warm-pool.ts';

/** Gives a fresh sandbox to each program of one language. */
export interface Engine {
  take(memoryBytes: number): Promise<Sandbox>;
  /** Ends the sandbox that is ready. */
  close(): void;
}

export interface EngineOptions {
  language: Language;
  start: (memoryBytes: number) => Sandbox;
  /** Resolves when `start` may be called. */
  prepare?: () => Promise<unknown>;
  /** How long a sandbox is kept ready without a program. */
  idleMilliseconds: number;
}

export function createEngine({ language, start, prepare, idleMilliseconds }: EngineOptions): Engine {
  const { memoryBytes: usualBytes } = foregroundLimits(language);
  const pool = createWarmPool(() => start(usualBytes), idleMilliseconds);
  return {
    async take(memoryBytes) {
      await prepare?.();
      return memoryBytes === usualBytes ? pool.take() : start(memoryBytes);
    },
    close: pool.close,
  };
}

/** Starts a process for one JavaScript program, behind two walls: WebAssembly inside and Node's permission model outside. */
export function startJavascriptSandbox(memoryBytes: number): Sandbox {
  return toSandbox(
    startSandboxed({
      entry: entryFile('javascript-child'),
      arguments: [String(memoryBytes)],
      packages: packagesFor('quickjs-emscripten'),
    }),
  );
}

/** Starts a process for one Python program, from the snapshot in a file; without one that takes seconds. */
export function startPythonSandbox(memoryBytes: number, snapshot: string | undefined): Sandbox {
  const start = { entry: entryFile('python-child'), packages: packagesFor('pyodide') };
  if (!snapshot) return toSandbox(startSandboxed({ ...start, arguments: [String(memoryBytes)] }));
  const descriptor = openSync(snapshot, 'r');
  try {
    const arguments_ = [String(memoryBytes), 'from-snapshot'];
    return toSandbox(startSandboxed({ ...start, arguments: arguments_, descriptor }));
  } finally {
    closeSync(descriptor);
  }
}
