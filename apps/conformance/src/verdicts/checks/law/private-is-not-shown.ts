import { caseKey } from '../../../cases/case.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { memoize } from '../../memoize.ts';
import { freshWrites } from '../../presence.ts';
import { stateBefore } from '../../resource-state.ts';
import {
  hasVisibility,
  isResourceCall,
  ownerOf,
  type ResourceExchange,
  type ResourceHistory,
  recordOf,
  resourceHistories,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const privateIsNotShown: Check = {
  id: 'law.private-is-not-shown',
  drivenBy: 'sequences',
  evidence: ['record-made', 'foreign-call'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      seenByStrangers(recording).filter(({ one }) => operations.includes(one.operation)),
      ({ secret, one }) => (isTold(secret, one) ? disclosed(secret, one) : undefined),
    ),
};

/** A text that the owner wrote into a private record alone. */
interface Secret {
  readonly history: ResourceHistory;
  readonly made: ResourceExchange;
  readonly text: string;
}

/** So long a text doesn't occur by chance. */
const leastLength = 20;

const secrets = memoize((recording: Recording): readonly Secret[] =>
  resourceHistories(recording)
    .filter(hasVisibility)
    .flatMap((history) => {
      const made = history.calls.find((call) => call.resource.act === 'create' && succeeded(call));
      if (made === undefined || ownerOf(history) !== 'own') return [];
      return textsOf(made)
        .filter((text) => !isElsewhere(text, history, recording))
        .map((text) => ({ history, made, text }));
    }),
);

function textsOf(made: ResourceExchange): readonly string[] {
  return leavesIn(requestIn(made))
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= leastLength && !/^[0-9a-f-]+$/i.test(value));
}

/** What was written twice may be shown as the other one. */
function isElsewhere(text: string, { id }: ResourceHistory, { user }: Recording): boolean {
  return user.some(
    (one) =>
      one.request.body?.includes(text) === true &&
      !(isResourceCall(one) && (one.resource.id === id || !succeeded(one))),
  );
}

const seenByStrangers = memoize((recording: Recording) => {
  const strangers = recording.user.filter(
    ({ identity, response }) => identity !== 'own' && identity !== 'created' && response !== undefined,
  );
  const byCase = Map.groupBy(strangers, ({ origin }) => caseKey(origin.case));
  return secrets(recording).flatMap((secret) =>
    (byCase.get(caseKey(secret.made.origin.case)) ?? [])
      .filter((one) => isStranger(one, secret, recording))
      .map((one) => ({ secret, one })),
  );
});

/** Somebody else, at a time when the record was private for sure. */
function isStranger(one: Exchange, { history, made }: Secret, recording: Recording): boolean {
  return (
    isNoWriteOfAnother(one, history) &&
    one.sentAt >= endedAt(made) &&
    stateBefore(history, one).visibility === 'private' &&
    !freshWrites(history, one, recording).some(({ resource }) => resource.act === 'change')
  );
}

/** A clone has the same texts, and is its own user's. */
function isNoWriteOfAnother({ resource }: Exchange, { id }: ResourceHistory): boolean {
  const isWrite = ['create', 'upsert', 'change', 'remove'].includes(resource?.act ?? '');
  return !isWrite || resource?.id === id;
}

function isTold({ text }: Secret, { response }: Exchange): boolean {
  return response?.body.text.includes(JSON.stringify(text).slice(1, -1)) === true;
}

function disclosed({ history, made }: Secret, one: Exchange): Found {
  return finding([made, one], {
    expected: {
      kind: 'withheld',
      secret: 'private-record',
      because: { kind: 'foreign', record: recordOf(history) },
    },
    observed: { kind: 'disclosed' },
  });
}
