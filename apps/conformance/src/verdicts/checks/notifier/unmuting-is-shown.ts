import { finding } from '../../findings/finding.ts';
import { isAfter, isDone, isDue, recordIn, wholeLists } from '../../notifier-results.ts';
import { chats, type NotifierRun, notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const unmutingIsShown: Check = {
  id: 'notifier.unmuting-is-shown',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) => mutedAndNot(runs, recording)),
      ({ unmute, path, muted, after, value }) => {
        if (value !== muted) return undefined;
        return finding([unmute.exchange, after.exchange], {
          expected: { kind: 'field', path: [path], must: 'differ-from-before' },
          observed: { kind: 'field', path: [path], value },
        });
      },
    ),
};

interface Muted {
  readonly unmute: NotifierRun;
  readonly after: NotifierRun;
  /** A field of the chat that muting changed, with what it was then, and is after. */
  readonly path: string;
  readonly muted: unknown;
  readonly value: unknown;
}

/** What a chat that was muted once is after each time that it is unmuted; what is heard already stays so. */
function mutedAndNot(runs: readonly NotifierRun[], recording: Recording): readonly Muted[] {
  const [mute, ...others] = ownRunsOf(runs, chats.change);
  const unmutes = others.filter((one) => one.input.muted === false && isDone(one, runs));
  const [unmute] = unmutes;
  if (mute === undefined || unmute === undefined || unmute !== others[0]) return [];
  const { iden } = unmute.input;
  const lists = wholeLists(runs, chats);
  const before = lists.findLast((one) => isAfter(mute, one));
  const between = lists.findLast((one) => isAfter(one, mute) && isAfter(unmute, one));
  if (before === undefined || between === undefined) return [];
  const [was, muted] = [before, between].map((one) => recordIn(one, iden));
  const changed = Object.entries(muted ?? {}).filter(
    ([path, value]) => typeof value === 'boolean' && typeof was?.[path] === 'boolean' && was[path] !== value,
  );
  return unmutes.flatMap((one, at) => {
    const next = unmutes[at + 1];
    // The first list may still be behind.
    const after = lists.find((list) => isAfter(list, one) && isDue(list, one, recording));
    const now = after && recordIn(after, iden);
    if (after === undefined || now === undefined || (next !== undefined && !isAfter(next, after))) return [];
    return changed.map(([path, value]) => ({ unmute: one, after, path, muted: value, value: now[path] }));
  });
}
