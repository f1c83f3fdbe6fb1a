import type { Seeds } from './seed.ts';
import type { Store } from './store.ts';
import type { Style } from './style.ts';

/** What the answers of a deployment are made from. */
export interface Context {
  readonly style: Style;
  readonly store: Store;
  readonly seeds: Seeds;
}
