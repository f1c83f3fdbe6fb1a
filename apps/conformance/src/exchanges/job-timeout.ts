/** How long a run waits for background jobs. */
export interface JobTimeout {
  /** How long a step may poll for the end of a job, in ms. */
  readonly ms: () => number;
  /** A job did not end in that time: others hardly will, and get a tenth of it. */
  readonly shorten: () => void;
}

/** After its time a job is overdue; a read some seconds later shows it. */
const overdueAfterMs = 2000;

/** @param jobSeconds for how many seconds a job is shown at most, where the config tells */
export function createJobTimeout(ms: number, jobSeconds = Infinity): JobTimeout {
  const most = Math.min(ms, jobSeconds * 1000 + overdueAfterMs);
  let isShort = false;
  return {
    ms: () => (isShort ? most / 10 : most),
    shorten: () => {
      isShort = true;
    },
  };
}
