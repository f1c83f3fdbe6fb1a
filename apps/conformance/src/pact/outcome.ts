import { say } from '../report/sentences/say.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { VerdictKind } from '../verdicts/verdict.ts';
import type { Episode } from './episode.ts';
import type { Provider } from './provider.ts';
import type { Mismatch, VerifierResult } from './run-verifier.ts';
import type { Doubt } from './states/state.ts';

/** What became of one interaction of a contract. */
export interface InteractionOutcome {
  readonly provider: Provider;
  readonly description: string;
  readonly states: readonly string[];
  readonly verdict: VerdictKind;
  readonly durationMs: number;
  /** Why it was not verified. */
  readonly reason?: string;
  readonly problem?: Departure;
  readonly exchange?: Episode['exchange'];
}

type Judged = Pick<InteractionOutcome, 'verdict' | 'reason' | 'problem'>;

/** Joins what the gateway saw and what the verifier found; neither alone knows all. */
export function toOutcome(
  provider: Provider,
  result: VerifierResult,
  episode: Episode | undefined,
): InteractionOutcome {
  return {
    provider,
    description: result.description,
    states: episode?.states ?? [],
    durationMs: result.durationMs,
    ...judge(result, episode),
    ...(episode?.exchange === undefined ? {} : { exchange: episode.exchange }),
  };
}

function judge({ mismatch, isPending }: VerifierResult, episode: Episode | undefined): Judged {
  if (episode === undefined) return { verdict: 'inconclusive', reason: 'its request never came' };
  const { notVerified } = episode;
  if (notVerified !== undefined) return unverified(notVerified);
  const problem = episode.problem ?? toProblem(mismatch);
  if (problem === undefined) return { verdict: 'passed' };
  if (episode.doubt !== undefined) return unverified(episode.doubt);
  if (isPending)
    return {
      verdict: 'not-observed',
      reason: `broken (${say(problem).observed}), but pending: no release relies on it yet`,
    };
  return { verdict: 'failed', problem };
}

function unverified({ isTrouble, why }: Doubt): Judged {
  return { verdict: isTrouble ? 'inconclusive' : 'not-observed', reason: why };
}

function toProblem(mismatch: Mismatch | undefined): Departure | undefined {
  return mismatch && { expected: { kind: 'contract' }, observed: { kind: 'mismatch', ...mismatch } };
}
