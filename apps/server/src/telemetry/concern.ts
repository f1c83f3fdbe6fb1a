import { AsyncLocalStorage } from 'node:async_hooks';

/** What is being worked on; every line of the log names it. */
export interface Concern {
  requestId?: string;
  runId?: string;
  jobId?: string;
}

const concerns = new AsyncLocalStorage<Concern>();

/** Does something that concerns this and nothing else, whoever asked for it. */
export function concerning<Result>(concern: Concern, work: () => Result): Result {
  return concerns.run(concern, work);
}

export function currentConcern(): Concern | undefined {
  return concerns.getStore();
}

/** Says that what is being worked on turned out to concern a run. */
export function noteRun(runId: string): void {
  const concern = concerns.getStore();
  if (concern) concern.runId = runId;
}
