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

function mutedAndNot(runs: readonly NotifierRun[], recording: Recording): readonly Muted[] {
  const [mute, unmute] = ownRunsOf(runs, chats.change);
  if (mute === undefined || unmute === undefined || !isDone(unmute, runs)) return [];
  const { iden } = unmute.input;
  const lists = wholeLists(runs, chats);
  const before = lists.findLast((one) => isAfter(mute, one));
  const between = lists.findLast((one) => isAfter(one, mute) && isAfter(unmute, one));
  if (before === undefined || between === undefined) return [];
  const [was, muted] = [before, between].map((one) => recordIn(one, iden));
  // The first list may still be behind.
  const after = lists.find((one) => isAfter(one, unmute) && isDue(one, unmute, recording));
  const now = after && recordIn(after, iden);
  if (after === undefined || now === undefined) return [];
  return Object.entries(muted ?? {}).flatMap(([path, value]) =>
    typeof value === 'boolean' && typeof was?.[path] === 'boolean' && was[path] !== value
      ? [{ unmute, after, path, muted: value, value: now[path] }]
      : [],
  );
}
