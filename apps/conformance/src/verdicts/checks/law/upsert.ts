import { isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { isId, recordIn } from '../../../json/find-record.ts';
import { recordOf, unwrapped } from '../../../json/json-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { isPresent } from '../../presence.ts';
import {
  historyOf,
  isResourceCall,
  type ResourceExchange,
  type ResourceHistory,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const upsertAddsNone: Check = {
  id: 'law.upsert-adds-none',
  drivenBy: 'sequences',
  evidence: ['record-written', 'read-twice'],
  traffic: { restsOn: 'records' },
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
        const history = named(upsert, id, recording);
        return isId(shown, id) || history === undefined
          ? undefined
          : finding(traceOf(history, upsert), {
              expected: { kind: 'field', path: [name], oneOf: [id], because: { kind: 'sent' } },
              observed: { kind: 'field', path: [name], value: shown },
            });
      },
      ({ upsert, id }) => isShownAfter(upsert, named(upsert, id, recording)),
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

/** The record of the upsert's family with an identifier. */
function named(upsert: ResourceExchange, id: string, recording: Recording): ResourceHistory | undefined {
  return historyOf(recording, { family: upsert.resource.family, id }, upsert);
}

/** The record of the caller that a body names, by the name under which the answer shows an identifier as well. */
function namedIn(upsert: ResourceExchange, recording: Recording): readonly Named[] {
  const answer = unwrapped(bodyIn(upsert));
  return Object.entries(recordOf(requestIn(upsert))).flatMap(([name, value]) => {
    const history = typeof value === 'string' ? named(upsert, value, recording) : undefined;
    const shown = answer[name];
    const isShown = typeof shown === 'string' && shown !== '';
    return history !== undefined && isShown && isPresent(history, upsert)
      ? [{ upsert, name, id: history.id }]
      : [];
  });
}
