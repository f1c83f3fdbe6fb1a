import { type Exchange, isOwnSuccess, isRefused, isWrite } from '../../../exchanges/exchange.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { sentFor } from '../../probes.ts';
import { visibleRecordIn } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const privateChatIsNotCloned: Check = {
  id: 'law.private-chat-is-not-cloned',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, rule) =>
    judgeEach(
      sentFor(recording, rule).filter((one) => isPrivate(one, recording)),
      (call) =>
        takenAnyway(call, {
          kind: 'documented',
          rule: 'chats.clone-private-is-403',
          text: '403 chat is not public',
        }),
    ),
};

/** One that was made so, that its owner then reads as such, and that nobody wrote to in between. */
function isPrivate(call: Exchange, recording: Recording): boolean {
  const calls = visibleRecordIn(call, recording)?.calls.filter((one) => one.sentAt < call.sentAt) ?? [];
  const writes = calls.filter((one) => isWrite(one) && !isRefused(one));
  const reads = calls.filter((one) => one.resource.act === 'read' && isOwnSuccess(one));
  return (
    call.response !== undefined &&
    writes.length === 1 &&
    writes[0]?.resource.act === 'create' &&
    reads.length > 0 &&
    reads.every(({ resource }) => resource.shows?.visibility === 'private')
  );
}
