import type { Deployment } from '../../deployment/deployment.ts';
import type { Control } from '../../deployment/start-embedded.ts';
import type { ArrangeState } from '../../exchanges/arrange-state.ts';
import { createSender } from '../../exchanges/send.ts';
import type { Operation } from '../../spec/spec.ts';
import { createFieldNames } from '../field-names.ts';
import { createPlatform } from '../platform.ts';
import { createEmbeddedHook } from './embedded-hook.ts';
import { createStateUrlHook } from './state-url.ts';

export interface States {
  readonly arrange: ArrangeState;
  readonly close: () => Promise<void>;
}

/** The same ways to states as `pact verify` has, but for those that only the public API gives. */
export function openStates(
  deployment: Deployment,
  {
    control,
    operations,
    timeoutMs,
    jobTimeoutMs,
  }: {
    readonly control: Control | undefined;
    readonly operations: readonly Operation[];
    readonly timeoutMs: number;
    readonly jobTimeoutMs: number;
  },
): States | undefined {
  const { stateUrl } = deployment;
  if (control === undefined && stateUrl === undefined) return undefined;
  const began = performance.now();
  const sender = createSender({ timeoutMs, now: () => performance.now() - began });
  const hook =
    control === undefined ? createStateUrlHook(stateUrl ?? '', sender) : createEmbeddedHook(control);
  const fieldNames = createFieldNames(deployment.bindings ?? {}, operations);
  const platform = createPlatform({ deployment, operations, sender, fieldNames });
  return {
    arrange: async (name, parameters) => {
      // A state that can't be brought about shows nothing of the deployment.
      const arranged = await hook(name, parameters, { deployment, platform, before: {}, jobTimeoutMs }).catch(
        () => undefined,
      );
      if (arranged === undefined) return undefined;
      const { values, credential, undo } = arranged;
      return { values, undo, ...(typeof credential === 'string' ? { credential } : {}) };
    },
    close: sender.close,
  };
}
