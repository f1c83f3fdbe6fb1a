import { say } from '../report/sentences/say.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { VerdictKind } from '../verdicts/verdict.ts';
import type { Consumer, Contract, Interaction } from './contract.ts';
import type { ObservedInteraction } from './observed-interaction.ts';
import type { Provider } from './provider.ts';
import type { Mismatch, VerifierResult } from './run-verifier.ts';
import type { Doubt } from './states/state.ts';

/** What became of one interaction of a contract. */
export interface InteractionOutcome {
  readonly consumer: Consumer;
  readonly provider: Provider;
  /** As the broker knows the interaction. */
  readonly id?: string | undefined;
  readonly description: string;
  readonly states: readonly string[];
  readonly verdict: VerdictKind;
  readonly durationMs: number;
  /** Why it was not verified. */
  readonly reason?: string;
  readonly problem?: Departure;
  /** Whether it is broken, but no release relies on it yet. */
  readonly isPending?: boolean;
  readonly exchange?: ObservedInteraction['exchange'];
}

interface Seen {
  readonly interaction: Interaction | undefined;
  readonly result: VerifierResult;
  readonly observed: ObservedInteraction | undefined;
}

type Judged = Pick<InteractionOutcome, 'verdict' | 'reason' | 'problem' | 'isPending'>;

/** Joins what the gateway saw and what the verifier found; neither alone knows all. */
export function toOutcome(contract: Contract, { interaction, result, observed }: Seen): InteractionOutcome {
  const isPending = result.isPending || contract.isPending || interaction?.pending === true;
  return {
    consumer: contract.consumer,
    provider: contract.provider,
    id: interaction?._id,
    description: result.description,
    states: observed?.states ?? [],
    durationMs: result.durationMs,
    ...judge({ ...result, isPending }, observed),
    ...(observed?.exchange === undefined ? {} : { exchange: observed.exchange }),
  };
}

function judge({ mismatch, isPending }: VerifierResult, observed: ObservedInteraction | undefined): Judged {
  if (observed === undefined) return { verdict: 'inconclusive', reason: 'its request never came' };
  const { notVerified } = observed;
  if (notVerified !== undefined) return unverified(notVerified);
  const problem = observed.problem ?? toProblem(mismatch, observed);
  if (problem === undefined) return { verdict: 'passed' };
  if (observed.doubt !== undefined) return unverified(observed.doubt);
  if (observed.problem === undefined && mismatch?.parts.includes('StatusMismatch') && observed.statusDoubt)
    return unverified({ isTrouble: false, why: `${observed.statusDoubt} (${say(problem).observed})` });
  if (observed.problem === undefined && mismatch?.parts.join() === 'BodyMismatch' && observed.bodyDoubt)
    return unverified({ isTrouble: false, why: `${observed.bodyDoubt} (${say(problem).observed})` });
  if (isPending)
    return {
      verdict: 'not-observed',
      isPending: true,
      reason: `broken (${say(problem).observed}), but pending: no release relies on it yet`,
    };
  return { verdict: 'failed', problem };
}

function unverified({ isTrouble, why }: Doubt): Judged {
  return { verdict: isTrouble ? 'inconclusive' : 'not-observed', reason: why };
}

function toProblem(
  mismatch: Mismatch | undefined,
  { errorBody }: ObservedInteraction,
): Departure | undefined {
  if (mismatch === undefined) return undefined;
  const { parts, text } = mismatch;
  const answer = errorBody === undefined || errorBody === '' ? {} : { answer: errorBody };
  return { expected: { kind: 'contract' }, observed: { kind: 'mismatch', parts, text, ...answer } };
}
