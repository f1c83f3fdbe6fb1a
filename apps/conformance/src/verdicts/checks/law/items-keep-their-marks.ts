import { isRecord, type JsonRecord } from '../../../json/json-record.ts';
import { finding } from '../../findings/finding.ts';
import { isAfter, recordIn, wholeLists } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const itemsKeepTheirMarks: Check = {
  id: 'law.items-keep-their-marks',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(notifierRuns(recording).flatMap(shownItems), ({ update, list, item, shown }) =>
      shown === item.checked
        ? undefined
        : finding([update.exchange, list.exchange], {
            expected: {
              kind: 'field',
              path: ['checked'],
              oneOf: [item.checked],
              because: { kind: 'written' },
            },
            observed: { kind: 'field', path: ['checked'], value: shown },
          }),
    ),
};

interface ShownItem {
  readonly update: NotifierRun;
  readonly list: NotifierRun;
  readonly item: JsonRecord;
  /** Whether the list shows the item as checked. */
  readonly shown: boolean;
}

/** The items of each update that the next list shows with a mark. */
function shownItems(runs: readonly NotifierRun[]): readonly ShownItem[] {
  const updates = ownRunsOf(runs, pushes.change);
  return updates.flatMap((update) => {
    const next = updates.find((one) => isAfter(one, update))?.exchange.sentAt ?? Infinity;
    const list = wholeLists(runs, pushes).find((one) => isAfter(one, update) && one.exchange.sentAt < next);
    const items = Array.isArray(update.input.items) ? update.input.items.filter(isRecord) : [];
    return items.flatMap((item) => {
      const shown = list && recordIn(list, item.text)?.checked;
      return list === undefined || typeof shown !== 'boolean' ? [] : [{ update, list, item, shown }];
    });
  });
}
