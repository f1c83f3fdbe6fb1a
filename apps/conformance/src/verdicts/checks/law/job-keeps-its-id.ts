import { type Exchange, header, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { isGet, runHistories, showsJob } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const name = 'x-service-job-id';
/** Fewer looks at one job may show how far it has come, by chance each time another value. */
const fewestLooks = 3;

export const jobKeepsItsId: Check = {
  id: 'law.job-keeps-its-id',
  area: 'run',
  evidence: ['job-shown'],
  needs: ['backgroundMessage'],
  judge: (recording) =>
    judgeEach(looksInARow(recording), (looks) => {
      const [first, second, ...others] = looks;
      const values = new Set(looks.map((one) => header(one, name)));
      if (first === undefined || second === undefined || values.size < looks.length) return undefined;
      return finding([first, ...others, second], {
        expected: { kind: 'header', name, presence: 'present', value: header(first, name) ?? '' },
        observed: headerOf(second, name),
      });
    }),
};

/** The reads of one run that show a job, one after the other, with none between them that shows none. */
function looksInARow(recording: Recording): readonly (readonly Exchange[])[] {
  return runHistories(recording).flatMap(({ exchanges }) => {
    const rows: Exchange[][] = [[]];
    for (const one of exchanges.filter((each) => isGet(each) && succeeded(each)))
      if (showsJob(one)) rows.at(-1)?.push(one);
      else rows.push([]);
    return rows.filter((row) => row.length >= fewestLooks);
  });
}
