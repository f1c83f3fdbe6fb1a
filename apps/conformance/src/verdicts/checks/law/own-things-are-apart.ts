import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { saySame, unmarkedLeaves } from '../../answer-marks.ts';
import { bodyIn } from '../../bodies.ts';
import { sameRecord } from '../../findings/same-record.ts';
import { isResourceCall } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const ownThingsAreApart: Check = {
  id: 'law.own-things-are-apart',
  drivenBy: 'sequences',
  evidence: ['success', 'foreign-call'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const some = recording.user.filter((one) => operations.includes(one.operation) && succeeded(one));
    const pairs = some
      .filter(({ identity }) => identity === 'other')
      .flatMap((other) => {
        const own = some.find(
          (one) => one.identity === 'own' && one.operation === other.operation && isSameCase(one, other),
        );
        return own !== undefined && (idOf(own) !== undefined || hasToken(own, recording))
          ? [{ own, other }]
          : [];
      });
    return judgeEach(pairs, ({ own, other }) =>
      isSame(own, other, recording) ? sameRecord(own, other, own.resource?.family) : undefined,
    );
  },
};

/** By their identifiers, where those are known; else only what is the same as a whole is one thing. */
function isSame(own: Exchange, other: Exchange, recording: Recording): boolean {
  const [one, another] = [idOf(own), idOf(other)];
  if (one !== undefined && another !== undefined) return one === another;
  return isRecord(bodyIn(own)) && saySame(own, other, recording);
}

function idOf(one: Exchange): string | undefined {
  return isResourceCall(one) && one.resource.act === 'read' ? one.resource.id : undefined;
}

/** Whether an answer has what was made for it alone: a long run of letters and digits. */
function hasToken(one: Exchange, recording: Recording): boolean {
  return unmarkedLeaves(one, recording).some(
    ({ value }) =>
      typeof value === 'string' &&
      (value.match(/[A-Za-z0-9]{12,}/g) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run)),
  );
}
