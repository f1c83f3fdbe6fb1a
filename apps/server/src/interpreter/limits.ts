import type { Language } from '../domain/language.ts';

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
