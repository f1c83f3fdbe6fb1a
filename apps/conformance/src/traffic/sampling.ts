/** How much waits for the judge, as a part of what may wait at the most. */
export type Waiting = number;

/** Chooses whom the judge sees where it can't follow all. */
export interface Sampling {
  /** How often its caller was left out before; undefined where what begins now is left out. */
  readonly begin: (credential: string) => number | undefined;
  /** Whether what began after so many gaps is still to be seen, now that it is over. */
  readonly counts: (credential: string, gaps: number) => boolean;
  readonly adapt: (waiting: Waiting) => void;
}

/** Callers are parted into so many groups, which are left out one after the other. */
const groups = 16;

/** Where more than so much waits, callers are left out; where less waits than that, one group comes back. */
const [high, low] = [0.25, 0.05];

/** A group comes back after so many exchanges at the soonest, so that one shows what it brings before the next one. */
const patience = 500;

/**
 * Leaves out whole callers, and with them whole runs and records: of a part of one little can be said, since what was left
 * out may be the reason for whatever is seen. Whoever comes back is a caller of whom nothing is known yet.
 */
export function createSampling(): Sampling {
  const gaps = Array.from({ length: groups }, () => 0);
  let out = 0;
  let begun = 0;
  return {
    begin: (credential) => {
      begun += 1;
      const group = groupOf(credential);
      return group < out ? undefined : gaps[group];
    },
    counts: (credential, before) => gaps[groupOf(credential)] === before,
    adapt: (waiting) => {
      const due = Math.min(groups, Math.ceil((groups * (waiting - high)) / (1 - high)));
      while (out < due) {
        gaps[out] = (gaps[out] ?? 0) + 1;
        out += 1;
        begun = 0;
      }
      if (waiting > low || out === 0 || begun < patience) return;
      out -= 1;
      begun = 0;
    },
  };
}

/** Credentials of one kind begin alike. */
const longest = 64;

function groupOf(credential: string): number {
  let hash = 0;
  for (let at = Math.max(0, credential.length - longest); at < credential.length; at += 1)
    hash = (Math.imul(hash, 31) + credential.charCodeAt(at)) | 0;
  // What differs in the last characters only differs in the last bits, which are spread.
  return (Math.imul(hash, 0x9e3779b1) >>> 16) % groups;
}
