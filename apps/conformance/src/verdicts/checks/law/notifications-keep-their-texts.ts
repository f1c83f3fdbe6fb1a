import type { JsonRecord } from '../../../json/json-record.ts';
import { finding } from '../../findings/finding.ts';
import { isAfter, recordIn, wholeLists } from '../../notifier-results.ts';
import {
  deleteAllPushes,
  type NotifierKind,
  type NotifierRun,
  ownRunsOf,
  runsByKind,
} from '../../notifier-runs.ts';
import { isOurs } from '../../our-texts.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const notificationsKeepTheirTexts: Check = {
  id: 'law.notifications-keep-their-texts',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      runsByKind(recording).flatMap(({ runs, kind }) => showingsOf(runs, kind)),
      ({ made, list, name, shown }) => {
        const sent = made.input[name];
        if (typeof shown === 'string' && plain(shown) === plain(String(sent))) return undefined;
        return finding([made.exchange, list.exchange], {
          expected: { kind: 'field', path: [name], oneOf: [sent], because: { kind: 'written' } },
          observed: { kind: 'field', path: [name], value: shown },
        });
      },
    ),
};

interface Showing {
  readonly made: NotifierRun;
  readonly list: NotifierRun;
  /** A parameter by whose name the entry of the list has a field. */
  readonly name: string;
  readonly shown: unknown;
}

/** What lists show of each that was made and is found by another of its texts. */
function showingsOf(runs: readonly NotifierRun[], kind: NotifierKind): readonly Showing[] {
  const updates = runs.filter(({ tool }) => tool === kind.change);
  return ownRunsOf(runs, kind.create).flatMap((made) => {
    const texts = Object.entries(made.input).filter(([name, value]) => isOurs(value) || isWord(name, value));
    return texts.flatMap(([name]) => {
      const others = texts.filter(([other, text]) => other !== name && isOurs(text)).map(([, text]) => text);
      const entries = entriesOf(made, others, runs, kind);
      // Which fields a list has is not shown: only one that was there once is missed.
      const since = entries.findIndex(({ record }) => name in record);
      const shown = since < 0 ? [] : entries.slice(since);
      return shown
        .filter(({ record }) => !updates.some((update) => mayChange(update, record, name)))
        .map(({ list, record }) => ({ made, list, name, shown: record[name] ?? null }));
    });
  });
}

interface Entry {
  readonly list: NotifierRun;
  readonly record: JsonRecord;
}

/** The entries of lists that have one of these texts; without them, what an update has named by its identifier. */
function entriesOf(
  made: NotifierRun,
  texts: readonly unknown[],
  runs: readonly NotifierRun[],
  kind: NotifierKind,
): readonly Entry[] {
  const lists = wholeLists(runs, kind).filter((list) => isAfter(list, made));
  const withTexts = lists.map((list) =>
    texts.map((text) => recordIn(list, text)).find((one) => one !== undefined),
  );
  const updated = new Set(ownRunsOf(runs, kind.change).map(({ input }) => input.iden));
  const iden = withTexts.flatMap((record) => Object.values(record ?? {})).find((one) => updated.has(one));
  return lists.flatMap((list, index) => {
    const named = isKept(iden, list, runs, kind) ? recordIn(list, iden) : undefined;
    const record = withTexts[index] ?? named;
    return record === undefined ? [] : [{ list, record }];
  });
}

/** Whether nothing was to remove it before a list: what is removed may be listed still, without its texts. */
function isKept(
  iden: unknown,
  list: NotifierRun,
  runs: readonly NotifierRun[],
  { remove, iden: name }: NotifierKind,
): boolean {
  const removals = runs.filter(
    ({ tool, input }) => tool === deleteAllPushes || (tool === remove && input[name] === iden),
  );
  return removals.every((one) => isAfter(one, list));
}

/** The word for an icon and the address of a link say nothing of which record they are in. */
function isWord(name: string, value: unknown): value is string {
  return (name === 'icon' || name === 'url') && typeof value === 'string';
}

/** Whether an update names the record and the field, also one that should have been refused. */
function mayChange({ input }: NotifierRun, record: JsonRecord, name: string): boolean {
  return name in input && Object.values(record).includes(input.iden);
}

function plain(text: string): string {
  return text.trim().replaceAll('\r\n', '\n').toLowerCase();
}
