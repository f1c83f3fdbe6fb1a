import { type Exchange, isHungUp } from '../exchanges/exchange.ts';
import { lackingEvidence } from './evidence/lacking-evidence.ts';
import { lastingJob } from './job-observations.ts';
import { memoize } from './memoize.ts';
import type { Reason } from './reason.ts';
import { isTrouble } from './run-history.ts';
import type { Check, JudgedRule, Recording, Verdict } from './verdict.ts';

/** Why a check had nothing to judge: what it declares, against what was recorded. */
export function whyUnseen(
  check: Check,
  recording: Recording,
  rule: JudgedRule,
): Pick<Verdict, 'verdict' | 'reason' | 'responsible'> {
  if (rule.missing !== undefined)
    return { verdict: 'not-observed', reason: { kind: 'needs-config', what: rule.missing.join(', ') } };
  const lacks = lackingEvidence(check.evidence, recording, rule);
  const seconds = check.awaitsJobEnd === true ? lastingJob(recording) : undefined;
  if (seconds !== undefined) {
    const reason = { kind: 'job-lasts', seconds, lacks } as const;
    return { verdict: 'inconclusive', reason, responsible: 'target' };
  }
  // Nothing to judge is only the scenarios' doing where the target answered everything.
  const trouble = troublesOf(recording).find(({ operation }) => rule.operations.includes(operation));
  if (trouble === undefined) {
    const refused = lacks.includes('success') ? refusedIn(recording, rule) : undefined;
    return { verdict: 'not-observed', reason: { kind: 'unseen', lacks, of: check.evidence, ...refused } };
  }
  const { operation, response, transportError } = trouble;
  return {
    verdict: 'inconclusive',
    reason: { kind: 'trouble', operation, status: response?.status, message: transportError?.message, lacks },
    responsible: isRefusal(trouble) ? 'set-up' : 'target',
  };
}

/** What two batches lack is what both lack: one may have had what the other had not. */
export function joinReasons(one: Reason | undefined, other: Reason | undefined): Reason | undefined {
  if (one?.kind !== 'unseen' || other?.kind !== 'unseen') return other;
  const lacks = other.lacks.filter((piece) => one.lacks.includes(piece));
  const { refused = one.refused, ...rest } = other;
  return { ...rest, lacks, ...(refused !== undefined && lacks.includes('success') && { refused }) };
}

/** A refusal of what was meant to succeed may mean that a fixture is used up, as a code that was redeemed. */
function refusedIn({ user }: Recording, { operations }: JudgedRule): Pick<Unseen, 'refused'> {
  const meant = user.filter((one) => operations.includes(one.operation) && isMeantToSucceed(one));
  const [first, ...others] = meant;
  const status = first?.response?.status;
  if (first === undefined || status === undefined || status < 400) return {};
  const isSame = others.every((one) => one.response?.status === status && one.operation === first.operation);
  return isSame ? { refused: { operation: first.operation, status } } : {};
}

type Unseen = Extract<Reason, { readonly kind: 'unseen' }>;

/** What was meant to succeed and came to no answer that says anything. */
const troublesOf = memoize(({ workers, user }: Recording): readonly Exchange[] =>
  [...workers, ...user].filter((exchange) => isMeantToSucceed(exchange) && isInTrouble(exchange)),
);

/** What others sent need not have been meant to succeed. */
function isMeantToSucceed({ identity, intent, origin }: Exchange): boolean {
  if (origin.phase === 'recorded') return false;
  return identity === 'own' && (intent === undefined || intent.kind === 'valid');
}

function isInTrouble(exchange: Exchange): boolean {
  const { response, transportError } = exchange;
  const isCut = transportError !== undefined && !isHungUp(exchange);
  return isCut || (response !== undefined && isTrouble(response.status));
}

/** Our own credential is not good for it: another one has to be configured. */
function isRefusal({ response }: Exchange): boolean {
  return response?.status === 401 || response?.status === 403;
}
