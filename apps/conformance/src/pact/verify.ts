import type { Deployment } from '../deployment/deployment.ts';
import { TargetError } from '../deployment/errors.ts';
import type { Control } from '../deployment/start-embedded.ts';
import { createRedactor } from '../exchanges/redact.ts';
import { createSender, type Sender } from '../exchanges/send.ts';
import type { Operation } from '../spec/spec.ts';
import { createFieldNames } from './field-names.ts';
import { operationFinder } from './find-operation.ts';
import { type GatewayParts, openGateway } from './gateway.ts';
import { type InteractionOutcome, toOutcome } from './outcome.ts';
import { createPlatform } from './platform.ts';
import type { Provider } from './provider.ts';
import { requireAnswers } from './require-answers.ts';
import { runVerifier } from './run-verifier.ts';
import { createEmbeddedHook } from './states/embedded-hook.ts';
import type { StateHook } from './states/state-hook.ts';
import { createStateUrlHook } from './states/state-url.ts';

/** Where the contracts come from. */
export interface PactSource {
  readonly providers: readonly Provider[];
  /** The verifier's options for the contracts with one provider. */
  readonly options: (provider: Provider) => readonly string[];
  readonly brokerEnvironment: NodeJS.ProcessEnv;
}

export interface VerifyOptions {
  readonly deployment: Deployment;
  readonly control: Control | undefined;
  readonly operations: readonly Operation[];
  readonly source: PactSource;
  readonly timeoutMs: number;
  readonly jobTimeoutMs: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Verifies a deployment against the contracts with it, both providers side by side.
 *
 * @throws TargetError when the deployment can't be asked at all
 */
export async function verify(options: VerifyOptions): Promise<readonly InteractionOutcome[]> {
  const began = performance.now();
  const sender = createSender({ timeoutMs: options.timeoutMs, now: () => performance.now() - began });
  try {
    const parts = await gatewayParts(options, sender);
    await requireAnswers(options.source.providers, parts);
    const outcomes = await Promise.all(
      options.source.providers.map((provider) => verifyProvider({ ...parts, provider }, options)),
    );
    return outcomes.flat();
  } finally {
    await sender.close();
  }
}

async function gatewayParts(options: VerifyOptions, sender: Sender): Promise<Omit<GatewayParts, 'provider'>> {
  const { deployment, operations, jobTimeoutMs } = options;
  const fieldNames = createFieldNames(deployment.bindings ?? {}, operations);
  let lastId = 0;
  return {
    deployment,
    sender,
    fieldNames,
    operations,
    platform: createPlatform({ deployment, operations, sender, fieldNames }),
    findOperation: operationFinder(operations),
    redact: createRedactor(Object.values(deployment.credentials)).redact,
    nextId: () => {
      lastId += 1;
      return lastId;
    },
    hook: hookOf(options, sender),
    jobTimeoutMs,
  };
}

function hookOf({ control, deployment: { stateUrl } }: VerifyOptions, sender: Sender): StateHook | undefined {
  if (control !== undefined) return createEmbeddedHook(control);
  return stateUrl === undefined ? undefined : createStateUrlHook(stateUrl, sender);
}

/** What the verifier needs to know besides. */
export type VerifierSettings = Pick<
  VerifyOptions,
  'source' | 'environment' | 'signal' | 'timeoutMs' | 'jobTimeoutMs'
>;

/** Lets the verifier go through the contracts with one provider, and joins what it and the gateway saw. */
export async function verifyProvider(
  parts: GatewayParts,
  options: VerifierSettings,
): Promise<InteractionOutcome[]> {
  const { provider } = parts;
  const { source, environment, signal, timeoutMs, jobTimeoutMs } = options;
  const gateway = await openGateway(parts);
  try {
    const { results, notLoaded } = await runVerifier({
      gateway,
      provider,
      source: source.options(provider),
      brokerEnvironment: source.brokerEnvironment,
      environment,
      requestTimeoutMs: timeoutMs + jobTimeoutMs,
      signal,
    });
    if (notLoaded[0] !== undefined) throw new TargetError(`Pact's verifier: ${notLoaded[0]}`);
    return results.map((result, index) => toOutcome(provider, result, gateway.episodes[index]));
  } finally {
    await gateway.close();
  }
}
