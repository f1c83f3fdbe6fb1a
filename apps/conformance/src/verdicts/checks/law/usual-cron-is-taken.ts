import { isMachineWord } from '../../../cases/machine-words.ts';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { readCron, timesAWeek } from '../../../model/cron.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { cronOf, isConversion } from '../../given-crons.ts';
import { leavesIn } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const usualCronIsTaken: Check = {
  id: 'law.usual-cron-is-taken',
  drivenBy: 'sequences',
  evidence: ['cron-sent', 'success'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const calls = user.filter(
      (call) =>
        operations.includes(call.operation) &&
        call.identity === 'own' &&
        often(call) !== undefined &&
        !hasOddities(call),
    );
    return judgeEach(
      calls.filter((call) => calls.some((other) => isMoreOften(other, call))),
      (call) =>
        [400, 422].includes(call.response?.status ?? 0)
          ? finding([call], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(call),
            })
          : undefined,
    );
  },
};

/** Whether a body has something beside the expression for which it may well be refused. */
function hasOddities(call: Exchange): boolean {
  const isOdd = leavesIn(requestIn(call)).some(({ value }) => isMachineWord(value));
  return isOdd || (call.resource?.further ?? []).length > 0;
}

/** How often a week the expression of a call is due, where it is one. */
function often(call: Exchange): number | undefined {
  const cron = readCron(cronOf(call) ?? '');
  return cron.kind === 'valid' ? timesAWeek(cron.fields) : undefined;
}

/** How often a schedule may run is not shown: one that was taken is due at least as often. */
function isMoreOften(other: Exchange, call: Exchange): boolean {
  return (
    other !== call &&
    isSameCase(other, call) &&
    isConversion(other) === isConversion(call) &&
    isTaken(other) &&
    (often(other) ?? 0) >= (often(call) ?? 0)
  );
}

/** A converter that takes words alone may make something of an expression: one that gives it back has read it. */
function isTaken(call: Exchange): boolean {
  const isRead = !isConversion(call) || call.response?.body.text.includes(cronOf(call) ?? '');
  return succeeded(call) && isRead === true;
}
