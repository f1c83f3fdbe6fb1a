import { allStates } from './all-states.ts';
import type { Arranged, Parameters, Scene } from './state.ts';
import type { StateHook } from './state-hook.ts';
import { StateTrouble } from './state-trouble.ts';

/** Puts the deployment into a state: by its own hook where that knows the state, else through the public API. */
export async function arrange(
  name: string,
  parameters: Parameters,
  { scene, hook }: { readonly scene: Scene; readonly hook: StateHook | undefined },
): Promise<Arranged> {
  const hooked = await hook?.(name, parameters, scene);
  if (hooked !== undefined) return hooked;
  const state = allStates.get(name);
  if (state === undefined) throw new StateTrouble(`this program does not know the state "${name}"`);
  return state(scene, parameters);
}

/** What several states of one interaction do together; the later one wins. */
export function both(before: Arranged, after: Arranged): Arranged {
  const undo = async (): Promise<void> => {
    await after.undo?.();
    await before.undo?.();
  };
  return { ...before, ...after, values: { ...before.values, ...after.values }, undo };
}
