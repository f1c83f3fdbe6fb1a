import type { Follower } from './follow-run.ts';

/** All who follow runs in this process. */
export interface Followers {
  /** Keeps a follower until its events have ended. */
  add(follower: Follower): Follower;
  stopAll(): void;
}

export function createFollowers(): Followers {
  const following = new Set<Follower>();
  return {
    add(follower) {
      const kept = {
        events: follower.events,
        stop() {
          following.delete(kept);
          follower.stop();
        },
      };
      following.add(kept);
      return kept;
    },
    stopAll: () => following.forEach(({ stop }) => void stop()),
  };
}
