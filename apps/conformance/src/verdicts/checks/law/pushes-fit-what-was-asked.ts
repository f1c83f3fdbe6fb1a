import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { notListed } from '../../findings/not-listed.ts';
import { isAfter, isShownIn, recordIn, shownBy, timesIn, wholeLists } from '../../notifier-results.ts';
import { chats, type NotifierRun, notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const pushesFitWhatWasAsked: Check = {
  id: 'law.pushes-fit-what-was-asked',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) => [
        ...later(runs),
        ...changedSince(runs),
        ...small(runs),
        ...smallOfChats(runs),
      ]),
      ({ list, texts, atLeast = 0, atMost }) => {
        const count = texts.reduce((sum, text) => sum + timesIn(list, text), 0);
        if (count < atLeast)
          return notListed(list.exchange, list.exchange, { family: pushes.family, id: texts.join() });
        if (count <= atMost) return undefined;
        return finding([list.exchange], {
          expected: { kind: 'count', of: 'records', atMost },
          observed: { kind: 'count', count },
        });
      },
    ),
};

interface Asked {
  readonly list: NotifierRun;
  readonly texts: readonly string[];
  /** Default 0. */
  readonly atLeast?: number;
  readonly atMost: number;
}

function textsOf(runs: readonly NotifierRun[]): readonly string[] {
  const made = ownRunsOf(runs, pushes.create).map(({ input }) => input.body);
  return [...new Set(made)].filter((text) => typeof text === 'string');
}

function listsWith(runs: readonly NotifierRun[], parameter: string): readonly NotifierRun[] {
  return ownRunsOf(runs, pushes.list).filter(
    ({ exchange, input }) => succeeded(exchange) && input[parameter] !== undefined,
  );
}

/** Nothing was changed after a moment that is still to come, nor what a list just showed with an earlier one. */
function later(runs: readonly NotifierRun[]): readonly Asked[] {
  const shown = textsOf(shownBy(ownRunsOf(runs, pushes.list), runs, pushes));
  const updates = runs.filter(({ tool }) => tool === pushes.change);
  return listsWith(runs, 'modified_after').flatMap((list) => {
    const before = wholeLists(runs, pushes).findLast((one) => isAfter(list, one));
    const isUntouched =
      before !== undefined && !updates.some((one) => isAfter(one, before) && isAfter(list, one));
    const asked = Number(list.input.modified_after);
    return shown
      .filter((text) => asked > notYet || (isUntouched && isOlder(before, text, asked)))
      .map((text) => ({ list, texts: [text], atMost: 0 }));
  });
}

/** What was changed after a moment, as the last list of all says in a field of the parameter's own name. */
function changedSince(runs: readonly NotifierRun[]): readonly Asked[] {
  return listsWith(runs, 'modified_after').flatMap((list) => {
    const before = wholeLists(runs, pushes).findLast((one) => isAfter(list, one));
    // One that was dismissed may not be active any more.
    if (before === undefined || list.input.active !== undefined) return [];
    return textsOf(runs).flatMap((text): Asked[] => {
      const modified = recordIn(before, text)?.modified;
      const isSince = typeof modified === 'number' && modified > Number(list.input.modified_after) + shortest;
      return isSince ? [{ list, texts: [text], atLeast: 1, atMost: Number.POSITIVE_INFINITY }] : [];
    });
  });
}

/** In seconds: later than any run. */
const notYet = 4_000_000_000;
/** Clocks of tools count milliseconds at least. */
const shortest = 0.001;

/** Whether all numbers of a push that may be moments are earlier. */
function isOlder(list: NotifierRun, text: string, asked: number): boolean {
  const moments = Object.values(recordIn(list, text) ?? {}).filter(
    (value): value is number => typeof value === 'number' && value > asked / 2,
  );
  return moments.length > 0 && moments.every((moment) => moment <= asked - shortest);
}

/** How often a page of two may show the text that many pushes have, by how often the largest page does. */
function small(runs: readonly NotifierRun[]): readonly Asked[] {
  const limited = listsWith(runs, 'limit');
  const largest = limited.filter(({ input }) => input.limit === 500);
  return limited
    .filter(({ input }) => input.limit === 2)
    .flatMap((list) =>
      textsOf(runs).flatMap((text) => {
        const made = ownRunsOf(runs, pushes.create).filter(({ input }) => input.body === text).length;
        const most = Math.max(0, ...largest.map((one) => timesIn(one, text)));
        return made > 2 && most >= made ? [{ list, texts: [text], atMost: 2 * Math.ceil(most / made) }] : [];
      }),
    );
}

/** A page of one chat, after a list that shows all that were made: it may show each as often as that one. */
function smallOfChats(runs: readonly NotifierRun[]): readonly Asked[] {
  const texts = ownRunsOf(runs, chats.create)
    .map(({ input }) => input[chats.shown])
    .filter((text) => typeof text === 'string');
  return ownRunsOf(runs, chats.list)
    .filter(({ exchange, input }) => succeeded(exchange) && input.limit === 1)
    .flatMap((list) => {
      const whole = wholeLists(runs, chats).find(
        (one) => isAfter(list, one) && texts.length > 1 && texts.every((text) => isShownIn(one, text)),
      );
      return whole === undefined
        ? []
        : [{ list, texts, atMost: Math.max(...texts.map((text) => timesIn(whole, text))) }];
    });
}
