import { constants, setPriority } from 'node:os';

/** From so many exchanges a second on, what the judge takes of a core is what somebody waits for. */
const busyPerSecond = 100;

/** Gives way to the traffic. */
export interface GiveWay {
  /** So many exchanges came. */
  readonly saw: (count: number) => void;
  /** Nothing more comes. */
  readonly over: () => void;
}

/**
 * Under a load, the thread that calls it gets the lowest priority: so it falls behind rather than the traffic. With less, it
 * keeps the usual one, since on a machine that others keep busy it would no longer get a turn. Only a privileged process gets
 * the usual one back when the traffic is over. Under Linux alone: elsewhere a priority is that of all threads.
 *
 * @param now in ms
 */
export function createGiveWay(
  now: () => number = () => performance.now(),
  set = setPriorityOfThread,
): GiveWay {
  let [since, count, isBehind] = [now(), 0, false];
  return {
    saw: (more) => {
      if (isBehind) return;
      if (now() - since >= 1_000) [since, count] = [now(), 0];
      count += more;
      isBehind = count >= busyPerSecond;
      if (isBehind) set(constants.priority.PRIORITY_LOW);
    },
    over: () => {
      if (isBehind) set(constants.priority.PRIORITY_NORMAL);
    },
  };
}

function setPriorityOfThread(priority: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(priority);
  } catch {
    // It may not be allowed; then the thread stays as it is.
  }
}
