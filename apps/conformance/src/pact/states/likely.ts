import type { State } from './state.ts';

/**
 * A way that likely brings about what the interface shows no condition of: where it does the interaction is verified,
 * and where it does not, that says nothing of the deployment.
 */
export function likely(way: State): State {
  return async (scene, parameters) => ({
    ...(await way(scene, parameters)),
    doubt: async () => ({
      isTrouble: false,
      why: 'the interface does not show what brings this about, and the likely way did not; a stateUrl can',
    }),
  });
}
