import { isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isId, recordIn } from '../../../json/find-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { identifiersBeside } from '../../other-identifiers.ts';
import { isResourceCall, type ResourceExchange, resourceHistories, traceOf } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const scheduleStaysWithOwnChats: Check = {
  id: 'law.schedule-stays-with-own-chats',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  needs: ['privateAgentId'],
  judge: (recording, { id, operations }) =>
    judgeEach(
      recording.user
        .filter(isResourceCall)
        .filter((one) => operations.includes(one.operation) && one.intent?.rule === id)
        .filter(({ response }) => response !== undefined),
      (move) => {
        const shown = succeeded(move) ? whereMoved(move, recording) : undefined;
        const history = resourceHistories(recording).find((one) =>
          one.calls.some((call) => call.id === move.id),
        );
        if (shown === undefined || history === undefined) return undefined;
        const record = { family: 'agent', id: shown.chat };
        return finding([...traceOf(history, move), shown.answer], {
          expected: { kind: 'status', oneOf: [403, 404], because: { kind: 'foreign', record } },
          observed: { kind: 'field', path: shown.path, value: shown.chat },
        });
      },
    ),
};

/** The read after it that shows the schedule with the chat of another user; the answer itself may repeat what was sent. */
function whereMoved(move: ResourceExchange, recording: Recording) {
  const { user } = recording;
  const before = user.find(
    (one) =>
      one.id !== move.id &&
      isSameCase(one, move) &&
      one.resource?.act === 'create' &&
      one.resource.id === move.resource.id,
  );
  const own = new Set(leavesIn(parseJson(before?.request.body ?? '')).map(({ value }) => value));
  const sent = leavesIn(parseJson(move.request.body ?? ''))
    .map(({ value }) => value)
    .filter((value): value is string => typeof value === 'string' && isIdentifier(value) && !own.has(value));
  // A chat may be shown by another identifier than it was sent by.
  const named = [...sent, ...sent.flatMap((id) => identifiersBeside(recording, id))];
  return user
    .filter((one) => isSameCase(one, move) && one.operation === 'getSchedule' && succeeded(one))
    .filter((one) => one.sentAt >= endedAt(move))
    .flatMap((answer) =>
      leavesIn(recordIn(bodyIn(answer), move.resource.id ?? '') ?? bodyIn(answer)).flatMap(
        ({ path, value }) =>
          named.some((chat) => isId(value, chat)) ? [{ answer, path, chat: String(value) }] : [],
      ),
    )
    .at(0);
}

/** Of what a body has, a cron expression is no identifier. */
function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' && /^\S+$/.test(value);
}
