/** How often something took how long, in seconds, as Prometheus counts it. */
export interface Histogram {
  readonly add: (seconds: number) => void;
  readonly read: () => HistogramReading;
}

export interface HistogramReading {
  /** How many were at most so long; each holds those before it. */
  readonly buckets: readonly { readonly atMost: number; readonly count: number }[];
  readonly sum: number;
  readonly count: number;
}

const bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];

export function createHistogram(): Histogram {
  const counts = bounds.map(() => 0);
  let [sum, count] = [0, 0];
  return {
    add: (seconds) => {
      sum += seconds;
      count += 1;
      const index = bounds.findIndex((bound) => seconds <= bound);
      if (index !== -1) counts[index] = (counts[index] ?? 0) + 1;
    },
    read: () => {
      let before = 0;
      const buckets = bounds.map((atMost, index) => {
        before += counts[index] ?? 0;
        return { atMost, count: before };
      });
      return { buckets, sum, count };
    },
  };
}
