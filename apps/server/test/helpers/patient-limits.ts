import { foregroundLimits, type InterpreterLimits } from '../../src/agents/interpreter/interpreter.ts';
import type { Language } from '../../src/domain/program.ts';

/** The limits of a foreground program, but for time: a slow machine is no reason for a program to fail. */
export function patientLimits(language: Language): InterpreterLimits {
  return { ...foregroundLimits(language), wallClockMilliseconds: 280_000 };
}
