import { succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { notifierRuns } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

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
      .filter(({ tool, exchange }) => reading.has(tool) && succeeded(exchange));
    return judgeEach(runs, ({ exchange }) =>
      bodyIn(exchange) === null
        ? finding([exchange], {
            expected: { kind: 'body-kind', body: 'structured' },
            observed: bodyOf(exchange),
          })
        : undefined,
    );
  },
};
