import type { Language } from '../../domain/program.ts';
import type { Logger } from '../../platform/logger.ts';
import { createEngine, type Engine, startJavascriptSandbox, startPythonSandbox } from './engine.ts';
import type { Interpreter } from './interpreter.ts';
import { canDenyNetwork, findIsolation } from './isolation/isolation.ts';
import { placeSnapshot } from './python-snapshot.ts';
import { runInSandbox } from './run-in-sandbox.ts';

/** Runs programs in processes of this machine, each in one of its own. */
export interface LocalInterpreter {
  run: Interpreter;
  /** Ends the processes that are ready; those that run a program end with their signal. */
  close(): void;
}

export interface LocalInterpreterOptions {
  /** Where Python's snapshot is kept. */
  cacheDir: string;
  logger: Logger;
}

// A process in wait holds memory, Python four times as much, so that goes sooner.
const idleMilliseconds = { javascript: 60_000, python: 15_000 };

export function createLocalInterpreter(options: LocalInterpreterOptions): LocalInterpreter {
  const engines: Record<Language, Engine> = {
    javascript: createEngine({
      language: 'javascript',
      start: startJavascriptSandbox,
      idleMilliseconds: idleMilliseconds.javascript,
    }),
    python: createPythonEngine(options),
  };
  return {
    run: async (program) => {
      const { language, limits } = program;
      const error = whyNot(language);
      if (error) return { status: 'failed', error, output: '' };
      return await runInSandbox(await engines[language].take(limits.memoryBytes), program);
    },
    close() {
      for (const engine of Object.values(engines)) engine.close();
    },
  };
}

/** Why this machine runs no programs of a language; undefined where it does. */
function whyNot(language: Language): string | undefined {
  const { refusal } = findIsolation();
  if (refusal) return `Programs don't run on this server. ${refusal}`;
  if (language === 'javascript' || canDenyNetwork) return undefined;
  return `Python needs a server on Node 25 or newer; this one runs on ${process.version}.`;
}

function createPythonEngine({ cacheDir, logger }: LocalInterpreterOptions): Engine {
  let placing: Promise<void> | undefined;
  let snapshot: string | undefined;
  async function place(): Promise<void> {
    try {
      snapshot = await placeSnapshot(cacheDir);
    } catch (error) {
      logger("Python starts slowly, for its snapshot can't be made.", { error });
    }
  }
  return createEngine({
    language: 'python',
    start: (memoryBytes) => startPythonSandbox(memoryBytes, snapshot),
    async prepare() {
      placing ??= place();
      await placing;
    },
    idleMilliseconds: idleMilliseconds.python,
  });
}
