import { holds } from '../../../cases/kept-text.ts';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { userContents } from '../../../exchanges/run-messages.ts';
import { at } from '../../../json/json-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { messagesOf } from '../../messages.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const runsAreTheCallers: Check = {
  id: 'law.runs-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['foreign-call'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user.filter(
        ({ api, operation, identity, response }) =>
          api === 'workers' &&
          identity === 'other' &&
          operations.includes(operation) &&
          response !== undefined,
      ),
      (foreign) =>
        foreign.request.method === 'GET' ? readBy(foreign, recording) : addedBy(foreign, recording),
    ),
};

/** A success that shows what the owner said in the run. */
function readBy(foreign: Exchange, recording: Recording): Found | undefined {
  const own = ownReads(foreign, recording).find((one) => endedAt(one) <= foreign.sentAt);
  const said = own && saidIn(own).find((text) => textsIn(foreign).includes(text));
  if (own === undefined || said === undefined) return undefined;
  return finding([own, foreign], {
    expected: { kind: 'withheld', secret: 'private-record' },
    observed: { kind: 'disclosed' },
  });
}

/** A message that the owner finds in his run afterwards. */
function addedBy(foreign: Exchange, recording: Recording): Found | undefined {
  const text = at(parseJson(foreign.request.body ?? ''), ['message']);
  if (typeof text !== 'string') return undefined;
  const own = ownReads(foreign, recording).find((one) => one.sentAt >= endedAt(foreign));
  const index = own === undefined ? -1 : textsIn(own).findIndex((one) => holds(one, text));
  if (own === undefined || index === -1) return undefined;
  return finding([foreign, own], {
    expected: { kind: 'message', which: 'foreign', presence: 'absent' },
    observed: { kind: 'message', presence: 'present', index, length: textsIn(own).length },
  });
}

/** The owner's reads of the run that a request of somebody else names. */
function ownReads({ origin, request }: Exchange, { user }: Recording): readonly Exchange[] {
  const run = new URL(request.url).pathname.split('/').at(-1) ?? '';
  return user.filter(
    (one) =>
      one.operation === 'getRunMessages' &&
      one.identity === 'own' &&
      isSameCase(one, { origin }) &&
      succeeded(one) &&
      one.request.url.endsWith(`/${run}`),
  );
}

/** What the user said: how a worker answers may be the same in every run. */
function saidIn(read: Exchange): readonly string[] {
  return userContents(messagesOf(read) ?? []);
}

function textsIn(read: Exchange): readonly string[] {
  return succeeded(read) ? (messagesOf(read) ?? []).map(({ content }) => String(content)) : [];
}
