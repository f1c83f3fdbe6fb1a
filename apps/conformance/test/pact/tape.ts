import type { RecordedResponse } from '../../src/exchanges/exchange.ts';
import type { Sender } from '../../src/exchanges/send.ts';
import { createFieldNames } from '../../src/pact/field-names.ts';
import { pactsInFiles } from '../../src/pact/file-source.ts';
import { operationFinder } from '../../src/pact/find-operation.ts';
import type { InteractionOutcome } from '../../src/pact/outcome.ts';
import { findOwnPacts } from '../../src/pact/pact-file.ts';
import { createPlatform } from '../../src/pact/platform.ts';
import { providers } from '../../src/pact/provider.ts';
import type { StateHook } from '../../src/pact/states/state-hook.ts';
import { verifyProvider } from '../../src/pact/verify.ts';
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

/** States are not needed again, but for what they say of the answer. */
const noStates: StateHook = async (name) =>
  name === 'the response omits headers' || name === 'the media type is not shown' ? undefined : {};

/** Verifies recorded answers, changed as wanted: a mutant of the deployment for each interaction, at no cost. */
export async function verifyTape(
  recorded: readonly InteractionOutcome[],
  change: Change,
): Promise<readonly InteractionOutcome[]> {
  const { source, remove } = await pactsInFiles(await findOwnPacts(), { only: '', providers });
  const { operations } = await loadSpec();
  const fieldNames = createFieldNames({}, operations);
  const verifyOne = (provider: (typeof providers)[number]) => {
    const sender = tapeOf(
      recorded.filter((one) => one.provider === provider),
      change,
    );
    const platform = createPlatform({ deployment, operations, sender, fieldNames });
    const parts = { provider, deployment, sender, platform, fieldNames, hook: noStates, jobTimeoutMs: 1_000 };
    const unused = { redact: <Value>(value: Value): Value => value, nextId: () => 0 };
    return verifyProvider(
      { ...parts, ...unused, operations, findOperation: operationFinder(operations) },
      {
        source,
        environment: process.env,
        signal: new AbortController().signal,
        timeoutMs: 30_000,
        jobTimeoutMs: 30_000,
      },
    );
  };
  const outcomes = await Promise.all(providers.map(verifyOne));
  await remove();
  return outcomes.flat();
}

/** Gives the answers in their order: the verifier asks one after the other. */
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
