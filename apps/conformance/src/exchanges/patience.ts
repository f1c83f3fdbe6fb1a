/** How long a run waits for background jobs. */
export interface Patience {
  /** How long a step may poll for the end of a job, in ms. */
  readonly ms: () => number;
  /** A job did not end in that time: others hardly will, and get a tenth of it. */
  readonly lose: () => void;
}

export function createPatience(ms: number): Patience {
  let isLost = false;
  return {
    ms: () => (isLost ? ms / 10 : ms),
    lose: () => {
      isLost = true;
    },
  };
}
