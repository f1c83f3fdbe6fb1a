/** What a program may use before it is stopped. */
export interface InterpreterLimits {
  wallClockMilliseconds: number;
  memoryBytes: number;
  /** Applies to what it prints and, apart from that, to its result. */
  outputCharacters: number;
}

/** For code that a turn waits for. */
export const foregroundLimits: InterpreterLimits = {
  wallClockMilliseconds: 10_000,
  memoryBytes: 64 * 1024 * 1024,
  outputCharacters: 64 * 1024,
};

/** For background jobs. */
export const backgroundLimits: InterpreterLimits = { ...foregroundLimits, wallClockMilliseconds: 600_000 };
