import type { Deployment } from '../deployment/deployment.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { secretsOf } from '../deployment/secrets-of.ts';
import type { Control } from '../deployment/start-embedded.ts';
import { createJobTimeout } from '../exchanges/job-timeout.ts';
import type { Ledger } from '../exchanges/ledger.ts';
import { createRedactor } from '../exchanges/redact.ts';
import { createSender, type Sender } from '../exchanges/send.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import { alternativesIn } from './alternatives.ts';
import type { Contract } from './contract.ts';
import { operationFinder } from './find-operation.ts';
import { type GatewayParts, openGateway } from './gateway.ts';
import { type InteractionOutcome, toOutcome } from './outcome.ts';
import { createPlatform } from './platform.ts';
import { readNames } from './read-names.ts';
import { requireAnswers } from './require-answers.ts';
import { runVerifier } from './run-verifier.ts';
import { createEmbeddedHook } from './states/embedded-hook.ts';
import type { StateHook } from './states/state-hook.ts';
import { createStateUrlHook } from './states/state-url.ts';

export interface VerifyOptions {
  readonly deployment: Deployment;
  readonly control: Control | undefined;
  readonly operations: readonly Operation[];
  readonly rules: readonly Rule[];
  readonly fieldMapping: FieldMapping;
  /** What states and interactions made and has to be removed again. */
  readonly ledger: Ledger;
  readonly contracts: readonly Contract[];
  readonly timeoutMs: number;
  readonly jobTimeoutMs: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** What became of one contract. */
export interface Verified {
  readonly contract: Contract;
  readonly outcomes: readonly InteractionOutcome[];
}

/**
 * Verifies a deployment against contracts, both providers side by side. What is left when the signal comes is left out.
 *
 * @throws TargetError when the deployment can't be asked at all
 */
export async function verify(options: VerifyOptions): Promise<readonly Verified[]> {
  const began = performance.now();
  const { timeoutMs, deployment } = options;
  const sender = createSender({ timeoutMs, deployment, now: () => performance.now() - began });
  try {
    const parts = gatewayParts(options, sender);
    const platform = createPlatform(parts);
    const providers = [...new Set(options.contracts.map(({ provider }) => provider))];
    await requireAnswers(providers, { platform, deployment: options.deployment });
    await readNames(platform, parts);
    const verified = await Promise.all(
      providers.map((provider) =>
        inTurn(
          options.contracts.filter((contract) => contract.provider === provider),
          (contract) => verifyContract(contract, parts, options),
        ),
      ),
    );
    return verified.flat().map((one) => withoutSecrets(one, parts.redactor.redactText));
  } finally {
    await sender.close();
  }
}

/** Two interactions of one provider at once could disturb each other. */
async function inTurn<One, Made>(some: readonly One[], make: (one: One) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of some) made.push(await make(one));
  return made;
}

type CommonParts = Omit<GatewayParts, 'provider' | 'interactions'>;

function gatewayParts(options: VerifyOptions, sender: Sender): CommonParts {
  const { deployment, operations, jobTimeoutMs, fieldMapping, ledger } = options;
  let lastId = 0;
  return {
    deployment,
    sender,
    fieldMapping,
    ledger,
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    findOperation: operationFinder(operations),
    isAlternative: alternativesIn(options.rules),
    signal: options.signal,
    redactor: createRedactor(secretsOf(deployment)),
    nextId: () => {
      lastId += 1;
      return lastId;
    },
    hook: hookOf(options, sender),
    jobTimeout: createJobTimeout(jobTimeoutMs, deployment),
  };
}

function hookOf({ control, deployment }: VerifyOptions, sender: Sender): StateHook | undefined {
  if (control !== undefined) return createEmbeddedHook(control);
  return deployment.stateUrl === undefined ? undefined : createStateUrlHook(deployment, sender);
}

/** What the verifier needs to know besides. */
export type VerifierSettings = Pick<VerifyOptions, 'environment' | 'signal' | 'timeoutMs' | 'jobTimeoutMs'>;

/** Lets the verifier go through one contract, and joins what it and the gateway saw. */
export async function verifyContract(
  contract: Contract,
  parts: CommonParts,
  { environment, signal, timeoutMs, jobTimeoutMs }: VerifierSettings,
): Promise<Verified> {
  if (signal.aborted) return { contract, outcomes: [] };
  const { interactions } = contract.document;
  const gateway = await openGateway({ ...parts, provider: contract.provider, interactions });
  try {
    const results = await runVerifier({
      gateway,
      contract,
      environment,
      requestTimeoutMs: timeoutMs + jobTimeoutMs,
      signal,
    });
    const outcomes = results.map((result, index) =>
      toOutcome(contract, {
        interaction: interactions[index],
        result,
        observed: gateway.observedInteractions[index],
      }),
    );
    return { contract, outcomes };
  } finally {
    await gateway.close();
  }
}

/** A key may have been shown before anybody knew that it was one. */
function withoutSecrets({ contract, outcomes }: Verified, clean: (text: string) => string): Verified {
  const print = (_: string, value: unknown): unknown => (typeof value === 'string' ? clean(value) : value);
  return { contract, outcomes: JSON.parse(JSON.stringify(outcomes), print) as typeof outcomes };
}
