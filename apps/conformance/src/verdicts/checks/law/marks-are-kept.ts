import { isRecord, type JsonRecord } from '../../../json/json-record.ts';
import { finding } from '../../findings/finding.ts';
import { isAfter, isDue, isShownIn, recordIn, wholeLists } from '../../notifier-results.ts';
import {
  chats,
  devices,
  type NotifierKind,
  type NotifierRun,
  ownRunsOf,
  pushes,
  runsByKind,
} from '../../notifier-runs.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const marksAreKept: Check = {
  id: 'law.marks-are-kept',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      [
        ...runsByKind(recording, [devices, chats, pushes]).flatMap(({ runs, kind }) =>
          shownMarks(runs, kind, recording),
        ),
        ...runsByKind(recording, [pushes]).flatMap(({ runs, kind }) => itemsBeside(runs, kind, recording)),
        ...runsByKind(recording, [devices, chats]).flatMap(({ runs, kind }) =>
          stillThere(runs, kind, recording),
        ),
      ],
      ({ update, list, name, sent, shown }) =>
        shown === sent
          ? undefined
          : finding([update.exchange, list.exchange], {
              expected: { kind: 'field', path: [name], oneOf: [sent], because: { kind: 'written' } },
              observed: { kind: 'field', path: [name], value: shown },
            }),
    ),
};

interface ShownMark {
  readonly update: NotifierRun;
  readonly list: NotifierRun;
  readonly name: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

/** What is said of a chat, an item or a device, where the next list has it under the parameter's own name. */
function shownMarks(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly ShownMark[] {
  return listedUpdates(runs, kind, recording).flatMap(({ update, list }) =>
    marksIn(update).flatMap(({ beside, name, sent }) => {
      const shown = recordIn(list, beside)?.[name];
      return typeof shown === typeof sent ? [{ update, list, name, sent, shown }] : [];
    }),
  );
}

interface ListedUpdate {
  readonly update: NotifierRun;
  /** The first list that has to show it, before the next update. */
  readonly list: NotifierRun;
}

function listedUpdates(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly ListedUpdate[] {
  const updates = ownRunsOf(runs, kind.change);
  return updates.flatMap((update) => {
    const next = updates.find((one) => isAfter(one, update))?.exchange.sentAt ?? Infinity;
    const list = wholeLists(runs, kind).find(
      (one) => isDue(one, update, recording) && one.exchange.sentAt < next,
    );
    return list === undefined ? [] : [{ update, list }];
  });
}

/** The items that a list shows a push with before an update that says nothing of them, where the next list shows the push. */
function itemsBeside(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly ShownMark[] {
  return listedUpdates(runs, kind, recording).flatMap(({ update, list }) => {
    const { iden, items } = update.input;
    const before = wholeLists(runs, kind).findLast((one) => isAfter(update, one));
    if (before === undefined || items !== undefined || !isShownIn(list, iden)) return [];
    return ownRunsOf(runs, kind.change)
      .filter((one) => isAfter(before, one) && one.input.iden === iden)
      .flatMap(({ input }) => itemsOf(input))
      .filter(({ text }) => isShownIn(before, text))
      .map(({ text }) => ({
        update,
        list,
        name: 'items',
        sent: text,
        shown: isShownIn(list, text) ? text : undefined,
      }));
  });
}

/** The identifiers of what was updated and listed before: an update takes nothing out of a list. */
function stillThere(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly ShownMark[] {
  return listedUpdates(runs, kind, recording).flatMap(({ update, list }) => {
    const { iden } = update.input;
    const wasShown = wholeLists(runs, kind).some((one) => isAfter(update, one) && isShownIn(one, iden));
    const shown = isShownIn(list, iden) ? iden : undefined;
    return wasShown ? [{ update, list, name: 'iden', sent: iden, shown }] : [];
  });
}

interface Mark {
  /** A text of what is marked. */
  readonly beside: unknown;
  readonly name: string;
  readonly sent: unknown;
}

function marksIn({ input }: NotifierRun): readonly Mark[] {
  const checked = itemsOf(input).map((item) => ({ beside: item.text, name: 'checked', sent: item.checked }));
  const named = ofRecords.filter((name) => name in input);
  return [...checked, ...named.map((name) => ({ beside: input.iden, name, sent: input[name] }))];
}

function itemsOf({ items }: JsonRecord): readonly JsonRecord[] {
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

/** Parameters that say something of the record itself, and are no texts. */
const ofRecords = ['muted', 'has_sms', 'app_version'];
