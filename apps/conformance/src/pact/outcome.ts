import { say } from '../report/sentences/say.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { VerdictKind } from '../verdicts/verdict.ts';
import type { Consumer, Contract, Interaction } from './contract.ts';
import type { Episode } from './episode.ts';
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
  readonly exchange?: Episode['exchange'];
}

interface Seen {
  readonly interaction: Interaction | undefined;
  readonly result: VerifierResult;
  readonly episode: Episode | undefined;
}

type Judged = Pick<InteractionOutcome, 'verdict' | 'reason' | 'problem' | 'isPending'>;

/** Joins what the gateway saw and what the verifier found; neither alone knows all. */
export function toOutcome(contract: Contract, { interaction, result, episode }: Seen): InteractionOutcome {
  const isPending = result.isPending || contract.isPending || interaction?.pending === true;
  return {
    consumer: contract.consumer,
    provider: contract.provider,
    id: interaction?._id,
    description: result.description,
    states: episode?.states ?? [],
    durationMs: result.durationMs,
    ...judge({ ...result, isPending }, episode),
    ...(episode?.exchange === undefined ? {} : { exchange: episode.exchange }),
  };
}

function judge({ mismatch, isPending }: VerifierResult, episode: Episode | undefined): Judged {
  if (episode === undefined) return { verdict: 'inconclusive', reason: 'its request never came' };
  const { notVerified } = episode;
  if (notVerified !== undefined) return unverified(notVerified);
  const problem = episode.problem ?? toProblem(mismatch, episode);
  if (problem === undefined) return { verdict: 'passed' };
  if (episode.doubt !== undefined) return unverified(episode.doubt);
  if (episode.problem === undefined && mismatch?.parts.includes('StatusMismatch') && episode.statusDoubt)
    return unverified({ isTrouble: false, why: `${episode.statusDoubt} (${say(problem).observed})` });
  if (episode.problem === undefined && mismatch?.parts.join() === 'BodyMismatch' && episode.bodyDoubt)
    return unverified({ isTrouble: false, why: `${episode.bodyDoubt} (${say(problem).observed})` });
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

function toProblem(mismatch: Mismatch | undefined, { errorBody }: Episode): Departure | undefined {
  if (mismatch === undefined) return undefined;
  const { parts, text } = mismatch;
  const answer = errorBody === undefined || errorBody === '' ? {} : { answer: errorBody };
  return { expected: { kind: 'contract' }, observed: { kind: 'mismatch', parts, text, ...answer } };
}
