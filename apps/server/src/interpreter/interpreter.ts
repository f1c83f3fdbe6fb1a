import type { JobOutcome } from '../domain/job-outcome.ts';
import type { JobInput } from '../store/schema.ts';
import type { InterpreterLimits } from './limits.ts';

/** A program with its limits; the signal stops it at once. */
export interface Program extends JobInput {
  limits: InterpreterLimits;
  signal?: AbortSignal;
}

/**
 * Runs one program apart from the server. The program's own failure is an outcome; a rejection means that it was
 * stopped by the signal or could not be run at all. Replace it to run code in a container or a virtual machine.
 */
export type Interpreter = (program: Program) => Promise<JobOutcome>;
