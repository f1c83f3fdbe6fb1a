import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { keyOfPath, leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { namesRunOf, type WorkerRun, workerRunsOf } from '../../worker-runs.ts';

export const workerRunIsShown: Check = {
  id: 'law.worker-run-is-shown',
  drivenBy: 'sequences',
  evidence: ['record-read'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      workerRunsOf(recording)
        .map((run) => ({
          ...run,
          reads: run.reads.filter(({ operation }) => operations.includes(operation)),
        }))
        .filter(({ reads }) => reads.length > 0),
      (run) => hidden(run) ?? uncounted(run),
      ({ start, reads }) => reads.some((read) => namesRunOf(start, read)),
    ),
};

function hidden({ start, reads }: WorkerRun): Found | undefined {
  const read = reads.find(({ response }) => response?.status === 404);
  return (
    read &&
    finding([start, read], { expected: { kind: 'status', oneOf: ['success'] }, observed: statusOf(read) })
  );
}

/** One more message makes a count of messages larger. */
function uncounted({ start, messages, reads }: WorkerRun): Found | undefined {
  const put = messages.find((one) => one !== start && succeeded(one));
  const before = reads.find((one) => put !== undefined && one.sentAt < put.sentAt && succeeded(one));
  const after = reads.findLast((one) => put !== undefined && one.sentAt > put.sentAt && succeeded(one));
  if (put === undefined || before === undefined || after === undefined) return undefined;
  const counts = leavesOf(before).filter(
    ({ path, value }) =>
      Number.isInteger(value) && Number(value) > 0 && isCalled(path.at(-1), 'message_count'),
  );
  const now = leavesOf(after);
  const stuck = counts.find(({ path, value }) =>
    now.some(
      (one) =>
        keyOfPath(one.path) === keyOfPath(path) &&
        Number.isInteger(one.value) &&
        Number(one.value) <= Number(value),
    ),
  );
  if (stuck === undefined) return undefined;
  return finding([before, put, after], {
    expected: { kind: 'field', path: stuck.path, above: Number(stuck.value) },
    observed: {
      kind: 'field',
      path: stuck.path,
      value: now.find((one) => keyOfPath(one.path) === keyOfPath(stuck.path))?.value,
    },
  });
}
