import type { JobOutcome, Language } from '../../domain/program.ts';
import type { JobInput } from '../../store/schema.ts';

/** What a program may use before it is stopped. */
export interface InterpreterLimits {
  wallClockMilliseconds: number;
  memoryBytes: number;
  /** Applies to what it prints and, apart from that, to its result. */
  outputCharacters: number;
}

const mebibyte = 1024 * 1024;
// Python itself takes 30 MiB of it.
const memoryBytes = { javascript: 64 * mebibyte, python: 256 * mebibyte };
const outputCharacters = 64 * 1024;

/** For code that a turn waits for. */
export function foregroundLimits(language: Language): InterpreterLimits {
  return { wallClockMilliseconds: 10_000, memoryBytes: memoryBytes[language], outputCharacters };
}

/** For background jobs. */
export function backgroundLimits(language: Language): InterpreterLimits {
  return { ...foregroundLimits(language), wallClockMilliseconds: 600_000 };
}

/** What a program's time being over is called, whichever clock ended it first. */
export function stoppedAfter({ wallClockMilliseconds }: InterpreterLimits): string {
  return `Stopped after ${wallClockMilliseconds} ms.`;
}

/** A program with its limits; the signal stops it at once. */
export interface Program extends JobInput {
  /** Whose program it is; places are shared among users. */
  userId?: string;
  limits: InterpreterLimits;
  signal?: AbortSignal;
}

/**
 * Runs one program apart from the server. The program's own failure is an outcome; a rejection means that it was
 * stopped by the signal or could not be run at all. Replace it to run code in a container or a virtual machine.
 */
export type Interpreter = (program: Program) => Promise<JobOutcome>;
