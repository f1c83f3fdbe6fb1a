import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import type { Rule } from '../../../spec/spec.ts';
import { leavesOf } from '../../leaves.ts';
import { isPresent } from '../../presence.ts';
import { stateBefore } from '../../resource-state.ts';
import { historyWith, type ResourceHistory, visibleRecordIn } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import type { Recording } from '../../verdict.ts';

/** Whether what was meant to be refused may be taken all the same: the condition isn't there, or may not be. */
export function isLawfullyTaken(probe: Exchange, recording: Recording, due: Rule['status']): boolean {
  return isGivenAgain(probe, recording) || mayBePublic(probe, recording, due);
}

/** Whether the identifier of what was removed is another record's by then. */
function isGivenAgain(probe: Exchange, recording: Recording): boolean {
  const history = historyWith(recording, probe);
  if (history === undefined) return false;
  if (mayHaveBeenGivenAgain(history, probe)) return true;
  if (history.since === Number.NEGATIVE_INFINITY) return false;
  const removals = history.removals.filter(({ id }) => id !== probe.id);
  return isPresent({ ...history, removals }, probe);
}

/** A creation since the removal, of which no answer tells what it made. */
function mayHaveBeenGivenAgain({ likelyCreations, removals }: ResourceHistory, probe: Exchange): boolean {
  const [first] = removals.filter(({ id }) => id !== probe.id);
  return likelyCreations.some(
    (one) =>
      first !== undefined && endedAt(one) > first.sentAt && one.sentAt < endedAt(probe) && !isRefused(one),
  );
}

/**
 * Anybody may read or clone a public record, and its owner clone it, where 400 is due for a private one: one that was made
 * here is known to be private, or may not be.
 */
function mayBePublic(probe: Exchange, recording: Recording, due: Rule['status']): boolean {
  const { act, does } = recording.contract.get(probe.operation)?.resource ?? {};
  const isOpenToOthers = act === 'read' || act === 'list' || does === 'clone';
  const isOfOthers = due === 403 && probe.identity !== 'own' && isOpenToOthers;
  const isOfAll = due === 400 && does === 'clone' && probe.intent?.kind === 'refusal';
  const history = isOfOthers || isOfAll ? visibleRecordIn(probe, recording) : undefined;
  if (history === undefined || !isMadeHere(history, probe, recording)) return false;
  // What others were let do to it breaks rules itself, and is no excuse for this.
  const byOwner = { ...history, calls: history.calls.filter(({ identity }) => identity === 'own') };
  return stateBefore(byOwner, probe).visibility !== 'private';
}

/** Whether a call of the same case made it, though the name of its identifier may not have been known by then. */
function isMadeHere(
  { id, existenceEvidence: [first] }: ResourceHistory,
  probe: Exchange,
  { user }: Recording,
): boolean {
  if (first?.resource.act === 'create') return true;
  return user.some(
    (one) =>
      one.resource?.act === 'create' &&
      isSameCase(one, probe) &&
      succeeded(one) &&
      leavesOf(one).some(({ value }) => value === id),
  );
}
