import type { Deployment } from '../deployment/deployment.ts';

/** How long a run waits for background jobs. */
export interface JobTimeout {
  /** How long a step may poll for the end of a job, in ms. */
  readonly ms: () => number;
  /** A job did not end in that time: others hardly will, and get a tenth of it. */
  readonly shorten: () => void;
}

type JobLimits = Pick<Deployment, 'fixtures' | 'consistencyWindowMs'>;

/** After its time a job is overdue; a read some seconds later shows it. */
const overdueAfterMs = 2000;

/** Where the config tells for how long a job is shown at most, nothing waits for much longer than that. */
export function createJobTimeout(
  ms: number,
  { fixtures: { jobSeconds = Infinity }, consistencyWindowMs }: JobLimits,
): JobTimeout {
  const most = Math.min(ms, jobSeconds * 1000 + consistencyWindowMs + overdueAfterMs);
  let isShort = false;
  return {
    ms: () => (isShort ? most / 10 : most),
    shorten: () => {
      isShort = true;
    },
  };
}
