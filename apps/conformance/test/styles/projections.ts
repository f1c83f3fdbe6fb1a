import type { Choices } from './choices.ts';
import type { Store } from './store.ts';

export interface Projections {
  /** What readers see now. */
  readonly shown: () => Store;
  /** To be called after each write. */
  readonly wrote: () => void;
}

/** How long after a write projections show it, in ms. */
export function projectionLagOf({ readsLag, lagsAs }: Choices): number {
  return lagsAs === 'projection' ? readsLag : 0;
}

/** Every write is seen so many ms later, as where views are made from events. */
export function createProjections(store: Store, ms: number): Projections {
  if (ms === 0) return { shown: () => store, wrote: () => {} };
  let states = [{ since: Number.NEGATIVE_INFINITY, store: copyOf(store) }];
  return {
    shown: () => {
      const latest = states.findLastIndex(({ since }) => since <= performance.now() - ms);
      states = states.slice(latest);
      return states[0]?.store ?? store;
    },
    wrote: () => {
      states.push({ since: performance.now(), store: copyOf(store) });
    },
  };
}

/** Records are replaced and not changed, but for conversations, whose messages know when they came. */
function copyOf(store: Store): Store {
  return {
    ...store,
    agents: new Map(store.agents),
    files: new Map(store.files),
    themes: new Map(store.themes),
    studioChats: new Map(store.studioChats),
    keys: new Map(store.keys),
    bundles: new Map(store.bundles),
    schedules: new Map(store.schedules),
    sessions: new Map(store.sessions),
    subscriptions: new Map(store.subscriptions),
    installed: new Map(store.installed),
    views: new Map(store.views),
    executions: new Map(store.executions),
    credits: new Map(store.credits),
    redeemed: new Set(store.redeemed),
  };
}
