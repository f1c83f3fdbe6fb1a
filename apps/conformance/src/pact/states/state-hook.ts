import type { Arranged, Parameters, Scene } from './state.ts';

/** A way of the deployment's own to a state; undefined for a state that it doesn't know. */
export type StateHook = (name: string, parameters: Parameters, scene: Scene) => Promise<Arranged | undefined>;
