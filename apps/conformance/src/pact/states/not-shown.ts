import type { State } from './state.ts';
import { Unreachable } from './unreachable.ts';

/** A documented refusal whose condition the interface doesn't show. */
export const notShown: State = async () => {
  throw new Unreachable('the interface does not show what brings this about; a stateUrl can');
};
