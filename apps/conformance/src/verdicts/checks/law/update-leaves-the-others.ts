import { isMoment } from '../../../json/find-record.ts';
import type { JsonRecord } from '../../../json/json-record.ts';
import { recordsAround } from '../../../json/records-around.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { byPath, leavesIn } from '../../leaves.ts';
import { isAfter, isShownIn, wholeLists } from '../../notifier-results.ts';
import { type NotifierKind, type NotifierRun, ownRunsOf, runsByKind } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** An update of one record between two lists that show it and another one. */
interface Updated {
  readonly update: NotifierRun;
  readonly before: NotifierRun;
  readonly after: NotifierRun;
  readonly family: string;
  /** What tells the other record. */
  readonly other: string;
  /** The records of both as the lists show them, by where their values stand. */
  readonly own: Shown;
  readonly beside: Shown;
}

interface Shown {
  readonly was: ReadonlyMap<string, unknown>;
  readonly is: ReadonlyMap<string, unknown>;
}

export const updateLeavesTheOthers: Check = {
  id: 'law.update-leaves-the-others',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      runsByKind(recording).flatMap(({ runs, kind }) => updatesOf(runs, kind)),
      ({ update, before, after, family, other, own, beside }) =>
        movesAlike(own, beside)
          ? finding([before.exchange, update.exchange, after.exchange], {
              expected: { kind: 'unchanged', record: { family, id: other }, because: { kind: 'written' } },
              observed: { kind: 'different' },
            })
          : undefined,
      ({ own }) => [...own.was].some(([place, value]) => own.is.get(place) !== value),
    ),
};

/** Whether the other one changed as the named one did: a flag may well go from one to another, but not be given to both. */
function movesAlike(own: Shown, beside: Shown): boolean {
  return [...own.was].some(([place, value]) => {
    const now = own.is.get(place);
    const isTold = typeof now === 'boolean' || (typeof now === 'string' && !isMoment(now));
    return isTold && now !== value && beside.was.get(place) === value && beside.is.get(place) === now;
  });
}

function updatesOf(runs: readonly NotifierRun[], kind: NotifierKind): readonly Updated[] {
  const lists = wholeLists(runs, kind);
  const updates = ownRunsOf(runs, kind.change);
  const texts = ownRunsOf(runs, kind.create).flatMap(({ input }) => {
    const text = input[kind.shown];
    return typeof text === 'string' ? [text] : [];
  });
  return updates.flatMap((update) => {
    const before = lists.findLast((one) => isAfter(update, one));
    const after = lists.find((one) => isAfter(one, update));
    const isAlone = updates.every(
      (one) => one === update || (before && isAfter(before, one)) || (after && isAfter(one, after)),
    );
    if (before === undefined || after === undefined || !isAlone) return [];
    const shown = texts.filter((text) => isShownIn(before, text) && isShownIn(after, text));
    const named = shown.find((text) =>
      [...valuesOf(before, text, shown).values()].includes(update.input.iden),
    );
    if (named === undefined) return [];
    const of = (text: string): Shown => ({
      was: valuesOf(before, text, shown),
      is: valuesOf(after, text, shown),
    });
    return shown
      .filter((text) => text !== named)
      .map((other) => ({
        ...{ update, before, after, other, family: kind.family },
        own: of(named),
        beside: of(other),
      }));
  });
}

/** The values of the largest record in a list that is about one text and none of the others. */
function valuesOf(list: NotifierRun, text: string, texts: readonly string[]): ReadonlyMap<string, unknown> {
  const isAlone = (record: JsonRecord): boolean => {
    const words = JSON.stringify(record);
    return texts.every((other) => other === text || !words.includes(other));
  };
  const entry = recordsAround(bodyIn(list.exchange), text).filter(isAlone).at(-1);
  return byPath(leavesIn(entry));
}
