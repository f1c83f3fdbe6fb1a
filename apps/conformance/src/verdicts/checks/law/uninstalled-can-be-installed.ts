import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { endedAt, overlap } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const uninstalledCanBeInstalled: Check = {
  id: 'law.uninstalled-can-be-installed',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-removed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ installed, uninstalled, again }) =>
      isRefused(again)
        ? finding([installed, uninstalled, again], {
            expected: { kind: 'status', oneOf: ['success'] },
            observed: statusOf(again),
          })
        : undefined,
    ),
};

/** What was installed, uninstalled, and is to be installed again by the same user. */
interface Subject {
  readonly installed: Exchange;
  readonly uninstalled: Exchange;
  readonly again: Exchange;
}

function subjectsIn(recording: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = probesOf(recording, operations)
    // What a state that was arranged makes fail shows nothing.
    .filter(({ intent }) => intent?.state === undefined)
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return calls
    .filter(({ request, intent }) => request.method === 'POST' && intent?.kind === 'valid')
    .filter((again) => succeeded(again) || isRefused(again))
    .flatMap((again): Subject[] => {
      const own = calls.filter((one) => one.identity === again.identity && one.id !== again.id);
      const tool = own.find((one) => isAlike(one, again) && succeeded(one))?.resource?.id;
      const same = own.filter((one) => isAlike(one, again) || one.resource?.id === tool);
      // Where something is under way, or ended in trouble, it is not known whether the tool is there.
      const isUnclear = same.some((one) => isUnknown(one) || overlap(one, again));
      const before = same.filter((one) => endedAt(one) <= again.sentAt && succeeded(one));
      const [installed, uninstalled] = before.slice(-2);
      if (tool === undefined || isUnclear || installed === undefined || uninstalled === undefined) return [];
      const isPair = installed.request.method === 'POST' && uninstalled.request.method === 'DELETE';
      return isPair ? [{ installed, uninstalled, again }] : [];
    });
}

/** Whether both install the same; a refusal tells of nothing that was installed. */
function isAlike({ request }: Exchange, again: Exchange): boolean {
  return request.method === 'POST' && request.body === again.request.body;
}

function isUnknown(one: Exchange): boolean {
  return !succeeded(one) && !isRefused(one);
}
