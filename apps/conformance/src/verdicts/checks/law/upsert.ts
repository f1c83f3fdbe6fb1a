import { isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { isId, recordIn } from '../../../json/find-record.ts';
import { recordOf, unwrapped } from '../../../json/json-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { memoize } from '../../memoize.ts';
import {
  isPresent,
  isResourceCall,
  type ResourceExchange,
  type ResourceHistory,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const upsertAddsNone: Check = {
  id: 'law.upsert-adds-none',
  area: 'resource',
  evidence: ['record-made', 'record-written'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter(isResourceCall)
        .filter(
          ({ operation, identity, intent }) =>
            operations.includes(operation) && identity === 'own' && intent?.kind === 'valid',
        )
        .filter(succeeded)
        .flatMap((upsert) => namedIn(upsert, recording)),
      ({ upsert, name, id }) => {
        const shown = unwrapped(bodyIn(upsert))[name];
        const history = agents(recording).get(id);
        return isId(shown, id) || history === undefined
          ? undefined
          : finding(traceOf(history, upsert), {
              expected: { kind: 'field', path: [name], oneOf: [id], because: { kind: 'sent' } },
              observed: { kind: 'field', path: [name], value: shown },
            });
      },
      ({ upsert, id }) => isShownAfter(upsert, agents(recording).get(id)),
    ),
};

/** The answer to the upsert alone may be no more than what was sent. */
function isShownAfter({ sentAt }: ResourceExchange, history: ResourceHistory | undefined): boolean {
  const { calls = [], id = '' } = history ?? {};
  return calls.some(
    (call) => call.sentAt > sentAt && !isWrite(call) && recordIn(bodyIn(call), id) !== undefined,
  );
}

interface Named {
  readonly upsert: ResourceExchange;
  readonly name: string;
  readonly id: string;
}

const agents = memoize(
  (recording: Recording): ReadonlyMap<string, ResourceHistory> =>
    new Map(
      resourceHistories(recording)
        .filter(({ family }) => family === 'agent')
        .map((history) => [history.id, history]),
    ),
);

/** The record of the caller that a body names, by the name under which the answer shows an identifier as well. */
function namedIn(upsert: ResourceExchange, recording: Recording): readonly Named[] {
  const answer = unwrapped(bodyIn(upsert));
  return Object.entries(recordOf(requestIn(upsert))).flatMap(([name, value]) => {
    const history = typeof value === 'string' ? agents(recording).get(value) : undefined;
    const shown = answer[name];
    const isShown = typeof shown === 'string' && shown !== '';
    return history !== undefined && isShown && isPresent(history, upsert)
      ? [{ upsert, name, id: history.id }]
      : [];
  });
}
