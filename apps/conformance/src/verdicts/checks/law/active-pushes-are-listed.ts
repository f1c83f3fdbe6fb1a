import { succeeded } from '../../../exchanges/exchange.ts';
import { notListed } from '../../findings/not-listed.ts';
import { isAfter, isShownIn, recordIn, wholeLists } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const activePushesAreListed: Check = {
  id: 'law.active-pushes-are-listed',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(notifierRuns(recording).flatMap(untouched), ({ made, list, text }) =>
      isShownIn(list, text)
        ? undefined
        : notListed(made.exchange, list.exchange, { family: pushes.family, id: text }),
    ),
};

interface Untouched {
  readonly made: NotifierRun;
  /** Of the active ones only, and of all pages. */
  readonly list: NotifierRun;
  readonly text: string;
}

/** What lists before and after one of the active ones show, and nobody has changed or removed. */
function untouched(runs: readonly NotifierRun[]): readonly Untouched[] {
  const lists = wholeLists(runs, pushes);
  const active = ownRunsOf(runs, pushes.list).filter(
    ({ exchange, input }) => succeeded(exchange) && input.active === true && input.limit === 500,
  );
  return active.flatMap((list) => {
    const before = lists.findLast((one) => isAfter(list, one));
    const after = lists.find((one) => isAfter(one, list));
    if (before === undefined || after === undefined) return [];
    return ownRunsOf(runs, pushes.create).flatMap((made) => {
      const text = made.input[pushes.shown];
      const isThere = isShownIn(before, text) && isShownIn(after, text);
      const isTouched = isNamedBeside(runs, before, text);
      return typeof text === 'string' && isThere && !isTouched ? [{ made, list, text }] : [];
    });
  });
}

/** Whether a change or a removal names what a list shows beside a text. */
function isNamedBeside(runs: readonly NotifierRun[], list: NotifierRun, text: unknown): boolean {
  const record = JSON.stringify(recordIn(list, text) ?? {});
  return runs
    .filter(({ tool }) => tool === pushes.change || tool === pushes.remove)
    .some(({ input }) => typeof input.iden === 'string' && record.includes(input.iden));
}
