import { isPlainly } from '../../../deployment/field-mapping/names.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { isId } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { fieldNamesIn, leavesIn } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const logNamesItsRun: Check = {
  id: 'law.log-names-its-run',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter((one) => operations.includes(one.operation) && one.identity === 'own' && succeeded(one))
        .filter(({ intent }) => intent?.kind === 'valid')
        .flatMap((log) => runsNamedIn(bodyIn(log)).map((named) => ({ log, ...named }))),
      ({ log, path, value }) => {
        const [run = ''] = pathValues(log, recording);
        return isId(value, run)
          ? undefined
          : finding([log], {
              expected: { kind: 'field', path, oneOf: [run] },
              observed: { kind: 'field', path, value },
            });
      },
    ),
};

/** By the name that the interface has for it. */
function runsNamedIn(body: unknown) {
  return leavesIn(body).filter(
    ({ path, value }) =>
      typeof value === 'string' &&
      isPlainly(String(path.at(-1)), 'run_id') &&
      fieldNamesIn(path).length === 1,
  );
}
