/** How long a run waits for background jobs. */
export interface JobTimeout {
  /** How long a step may poll for the end of a job, in ms. */
  readonly ms: () => number;
  /** A job did not end in that time: others hardly will, and get a tenth of it. */
  readonly shorten: () => void;
}

export function createJobTimeout(ms: number): JobTimeout {
  let isShort = false;
  return {
    ms: () => (isShort ? ms / 10 : ms),
    shorten: () => {
      isShort = true;
    },
  };
}
