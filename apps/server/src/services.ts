import type { Store } from './store/store.ts';
import type { Turns } from './turns/turns.ts';

/** What the operations work with. */
export interface Services {
  store: Store;
  turns: Turns;
}
