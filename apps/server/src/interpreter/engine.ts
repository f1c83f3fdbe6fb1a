import type { Language } from '../domain/language.ts';
import { foregroundLimits } from './limits.ts';
import type { Sandbox } from './sandbox.ts';
import { createSpare } from './spare.ts';

/** Gives a fresh sandbox to each program of one language. */
export interface Engine {
  take(memoryBytes: number): Promise<Sandbox>;
  /** Makes a sandbox ready before anybody asks. */
  warmUp(): void;
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
  const spare = createSpare(() => start(usualBytes), idleMilliseconds);
  return {
    async take(memoryBytes) {
      await prepare?.();
      return memoryBytes === usualBytes ? spare.take() : start(memoryBytes);
    },
    warmUp: spare.prepare,
    close: spare.close,
  };
}
