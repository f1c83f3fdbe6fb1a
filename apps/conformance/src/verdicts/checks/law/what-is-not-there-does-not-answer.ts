import { unknownIds } from '../../../cases/unknown-ids.ts';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { sentFor } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const whatIsNotThereDoesNotAnswer: Check = {
  id: 'law.what-is-not-there-does-not-answer',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  needs: ['agentId'],
  judge: (recording, rule) =>
    judgeEach(
      sentFor(recording, rule).filter((one) => one.response !== undefined && isOfNobody(one, recording)),
      (call) => takenAnyway(call, { kind: 'unknown-id', parameter: undefined }),
    ),
};

/** An unknown worker or run, or a removed one, as its owner sees. */
function isOfNobody(call: Exchange, { user }: Recording): boolean {
  const path = new URL(call.request.url).pathname;
  if (path.includes(unknownIds.uuid)) return true;
  const agent = path.split('/').at(-1) ?? '';
  const before = user.filter((one) => isSameCase(one, call) && endedAt(one) <= call.sentAt);
  const ofAgent = before.filter(({ request }) => request.url.endsWith(`/${agent}`));
  const isRemoved = ofAgent.some((one) => one.operation === 'deleteChat' && succeeded(one));
  const read = ofAgent.findLast(({ operation }) => operation === 'getAgent');
  return isRemoved && [403, 404, 410].includes(read?.response?.status ?? 0);
}
