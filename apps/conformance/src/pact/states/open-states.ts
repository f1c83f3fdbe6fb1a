import type { Deployment } from '../../deployment/deployment.ts';
import type { FieldMapping } from '../../deployment/field-mapping/field-mapping.ts';
import type { Control } from '../../deployment/start-embedded.ts';
import type { ArrangeState } from '../../exchanges/arrange-state.ts';
import { createLedger } from '../../exchanges/create-ledger.ts';
import { createJobTimeout } from '../../exchanges/job-timeout.ts';
import { createRedactor } from '../../exchanges/redact.ts';
import { createSender } from '../../exchanges/send.ts';
import type { Operation } from '../../spec/spec.ts';
import { createPlatform } from '../platform.ts';
import { createEmbeddedHook } from './embedded-hook.ts';
import { createStateUrlHook } from './state-url.ts';

export interface States {
  readonly arrange: ArrangeState;
  readonly close: () => Promise<void>;
}

export interface StatesOptions {
  readonly control: Control | undefined;
  readonly operations: readonly Operation[];
  readonly fieldMapping: FieldMapping;
  readonly timeoutMs: number;
  readonly jobTimeoutMs: number;
}

/** The same ways to states as `pact verify` has, but for those that only the public API gives. */
export function openStates(
  deployment: Deployment,
  { control, operations, fieldMapping, timeoutMs, jobTimeoutMs }: StatesOptions,
): States | undefined {
  if (control === undefined && deployment.stateUrl === undefined) return undefined;
  const began = performance.now();
  const sender = createSender({ timeoutMs, deployment, now: () => performance.now() - began });
  const hook = control === undefined ? createStateUrlHook(deployment, sender) : createEmbeddedHook(control);
  const platform = createPlatform({
    deployment,
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    fieldMapping,
    sender,
    redactor: createRedactor([]),
    // What a hook makes, its teardown removes.
    ledger: createLedger(() => {}),
    nextId: () => 0,
  });
  const jobTimeout = createJobTimeout(jobTimeoutMs, deployment);
  return {
    arrange: async (name, parameters) => {
      // A state that can't be brought about shows nothing of the deployment.
      const arranged = await hook(name, parameters, { deployment, platform, before: {}, jobTimeout }).catch(
        () => undefined,
      );
      if (arranged === undefined) return undefined;
      const { values, credential, undo } = arranged;
      return { values, undo, ...(typeof credential === 'string' ? { credential } : {}) };
    },
    close: sender.close,
  };
}
