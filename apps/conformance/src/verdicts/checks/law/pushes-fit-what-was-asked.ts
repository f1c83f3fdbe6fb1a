import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { shownBy, timesIn } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const pushesFitWhatWasAsked: Check = {
  id: 'law.pushes-fit-what-was-asked',
  area: 'list',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) => [...later(runs), ...small(runs)]),
      ({ list, text, atMost }) => {
        const count = timesIn(list, text);
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
  readonly text: string;
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

/** Nothing was changed after a moment that is still to come. */
function later(runs: readonly NotifierRun[]): readonly Asked[] {
  const shown = textsOf(shownBy(ownRunsOf(runs, pushes.list), runs, pushes));
  return listsWith(runs, 'modified_after').flatMap((list) =>
    shown.map((text) => ({ list, text, atMost: 0 })),
  );
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
        return made > 2 && most >= made ? [{ list, text, atMost: 2 * Math.ceil(most / made) }] : [];
      }),
    );
}
