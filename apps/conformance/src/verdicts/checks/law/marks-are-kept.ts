import { isRecord, type JsonRecord } from '../../../json/json-record.ts';
import { finding } from '../../findings/finding.ts';
import { isAfter, isDue, recordIn, wholeLists } from '../../notifier-results.ts';
import {
  chats,
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
      runsByKind(recording, [chats, pushes]).flatMap(({ runs, kind }) => shownMarks(runs, kind, recording)),
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
  readonly shown: boolean;
}

/** Whether a chat is muted and an item checked, where the next list has that under the parameter's own name. */
function shownMarks(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly ShownMark[] {
  const updates = ownRunsOf(runs, kind.change);
  return updates.flatMap((update) => {
    const next = updates.find((one) => isAfter(one, update))?.exchange.sentAt ?? Infinity;
    const list = wholeLists(runs, kind).find(
      (one) => isDue(one, update, recording) && one.exchange.sentAt < next,
    );
    return list === undefined
      ? []
      : marksIn(update).flatMap(({ beside, name, sent }) => {
          const shown = recordIn(list, beside)?.[name];
          return typeof shown === 'boolean' ? [{ update, list, name, sent, shown }] : [];
        });
  });
}

interface Mark {
  /** A text of what is marked. */
  readonly beside: unknown;
  readonly name: string;
  readonly sent: unknown;
}

function marksIn({ input }: NotifierRun): readonly Mark[] {
  const items: readonly JsonRecord[] = Array.isArray(input.items) ? input.items.filter(isRecord) : [];
  const checked = items.map((item) => ({ beside: item.text, name: 'checked', sent: item.checked }));
  return 'muted' in input ? [...checked, { beside: input.iden, name: 'muted', sent: input.muted }] : checked;
}
