import { succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { keyOfPath } from '../../leaves.ts';
import { resultLeaves } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** There is always a user, where other tools may have nothing to list. */
const profile = 'NOTIFIER_GET_USER';

/** A tool that changes nothing is there for its result alone. */
export const readingToolShowsSomething: Check = {
  id: 'law.reading-tool-shows-something',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: [],
  judge: (recording, { tools = [] }) => {
    const reading = new Set(tools.filter(({ readOnly }) => readOnly).map(({ name }) => name));
    const runs = notifierRuns(recording)
      .flat()
      .filter(({ exchange }) => succeeded(exchange));
    return judgeEach(
      runs.filter(({ tool }) => reading.has(tool)),
      (run) =>
        bodyIn(run.exchange) === null || (run.tool === profile && isHollow(run, runs))
          ? finding([run.exchange], {
              expected: { kind: 'body-kind', body: 'structured' },
              observed: bodyOf(run.exchange),
            })
          : undefined,
    );
  },
};

/** Whether a result has nothing but what the results of all tools have, and nothing within a record where others have something. */
function isHollow({ exchange }: NotifierRun, runs: readonly NotifierRun[]): boolean {
  const others = runs.filter(({ tool }) => tool !== profile).map((run) => placesIn(run));
  const own = [...placesIn({ exchange })];
  const inAll = own.every((place) => others.every((places) => places.has(place)));
  const beyond = others.some((places) => [...places].some((place) => !own.includes(place)));
  return others.length > 0 && inAll && beyond && holdsEmptyRecord(exchange.response?.body.text ?? '');
}

function placesIn({ exchange }: Pick<NotifierRun, 'exchange'>): ReadonlySet<string> {
  return new Set(resultLeaves(exchange).map(({ path }) => keyOfPath(path)));
}

function holdsEmptyRecord(text: string): boolean {
  return /\{\s*\}/.test(text);
}
