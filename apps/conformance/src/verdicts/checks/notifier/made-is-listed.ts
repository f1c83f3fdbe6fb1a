import { notListed } from '../../findings/not-listed.ts';
import { formOf, isAfter, isDone, isDue, isShownIn, shownBy, wholeLists } from '../../notifier-results.ts';
import {
  type NotifierKind,
  type NotifierRun,
  notifierKindsOf,
  ownRunsOf,
  runsByKind,
} from '../../notifier-runs.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const madeIsListed: Check = {
  id: 'notifier.made-is-listed',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording, rule) =>
    judgeEach(
      runsByKind(recording, notifierKindsOf(rule)).flatMap(({ runs, kind }) =>
        listedLater(runs, kind, recording),
      ),
      ({ kind, made, list }) => {
        const id = made.input[kind.shown];
        return typeof id !== 'string' || isShownIn(list, id)
          ? undefined
          : notListed(made.exchange, list.exchange, { family: kind.family, id });
      },
    ),
};

interface Listed {
  readonly kind: NotifierKind;
  readonly made: NotifierRun;
  readonly list: NotifierRun;
}

/** What was made, with a list before anything is changed or removed; only where lists show such texts at all. */
function listedLater(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly Listed[] {
  const all = ownRunsOf(runs, kind.create);
  const ends = [kind.change, kind.remove].flatMap((tool) => ownRunsOf(runs, tool));
  const lists = wholeLists(runs, kind);
  const shown = shownBy(lists, runs, kind);
  if (shown.length === 0) return [];
  return all.flatMap((made) => {
    const end = ends.find((one) => isAfter(one, made))?.exchange.sentAt ?? Infinity;
    const after = lists.filter((list) => isAfter(list, made) && list.exchange.sentAt < end);
    const list =
      after.find((one) => isShownIn(one, made.input[kind.shown])) ??
      after.find((one) => isDue(one, made, recording));
    // One that looks otherwise than those that are shown may have failed.
    const isAlike = shown.some((one) => formOf(one.exchange) === formOf(made.exchange));
    return list !== undefined && isAlike && isDone(made, runs) ? [{ kind, made, list }] : [];
  });
}
