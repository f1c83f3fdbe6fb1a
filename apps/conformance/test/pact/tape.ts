import type { FieldMapping } from '../../src/deployment/field-mapping/field-mapping.ts';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import type { RecordedResponse } from '../../src/exchanges/exchange.ts';
import { createJobTimeout } from '../../src/exchanges/job-timeout.ts';
import { createRedactor } from '../../src/exchanges/redact.ts';
import type { Sender } from '../../src/exchanges/send.ts';
import type { Contract } from '../../src/pact/contract.ts';
import { operationFinder } from '../../src/pact/find-operation.ts';
import type { InteractionOutcome } from '../../src/pact/outcome.ts';
import { contractsInFiles, findOwnPacts } from '../../src/pact/pact-file.ts';
import { providers } from '../../src/pact/provider.ts';
import type { StateHook } from '../../src/pact/states/state-hook.ts';
import { verifyContract } from '../../src/pact/verify.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

/** Changes the answer of one interaction, or leaves it as it is. */
export type Change = (outcome: InteractionOutcome, answer: RecordedResponse) => RecordedResponse;

const deployment = {
  name: 'a tape',
  agentsUrl: 'http://tape.invalid/agents',
  baseUrl: 'http://tape.invalid',
  credentials: {},
  fixtures: {},
  profile: 'full',
  consistencyWindowMs: 0,
} as const;

/** What says how the answer is to be judged is needed again; what was made is not. */
const besidePact = ['the response omits headers', 'the media type is not shown', 'the request leaves out'];

const noStates: StateHook = async (name) => (besidePact.includes(name) ? undefined : {});

export interface Recorded {
  readonly outcomes: readonly InteractionOutcome[];
  /** Of the deployment that gave them. */
  readonly fieldMapping: FieldMapping;
}

/** Verifies recorded answers, changed as wanted: a mutant of the deployment for each interaction, at no cost. */
export async function verifyTape(
  { outcomes: recorded, fieldMapping }: Recorded,
  change: Change,
): Promise<readonly InteractionOutcome[]> {
  const contracts = await contractsInFiles(await findOwnPacts(), { only: '', providers });
  const { operations } = await loadSpec();
  const verifyOne = async (contract: Contract): Promise<readonly InteractionOutcome[]> => {
    const own = recorded.filter((one) => one.provider === contract.provider);
    const { signal } = new AbortController();
    const parts = {
      deployment,
      sender: tapeOf(own, change),
      // Nothing is tried out, since the tape has no answer to that.
      operations: new Map(),
      fieldMapping,
      redactor: createRedactor([]),
      ledger: createLedger(() => {}),
      nextId: () => 0,
      findOperation: operationFinder(operations),
      isAlternative: () => false,
      signal,
      hook: noStates,
      jobTimeout: createJobTimeout(1_000, deployment),
    };
    const settings = { environment: process.env, signal, timeoutMs: 30_000, jobTimeoutMs: 30_000 };
    return (await verifyContract(contract, parts, settings)).outcomes;
  };
  return (await Promise.all(contracts.map(verifyOne))).flat();
}

/** Gives the answers in their order: the verifier asks one after the other, and nothing is asked for twice. */
function tapeOf(recorded: readonly InteractionOutcome[], change: Change): Sender {
  const left = recorded.values();
  return {
    async send() {
      const { value: outcome } = left.next();
      const answer = outcome?.exchange?.response;
      if (outcome === undefined || answer === undefined) throw new Error('The tape is at its end.');
      return { sentAt: 0, response: change(outcome, answer) };
    },
    close: async () => {},
  };
}
