import { isRefused } from '../../../exchanges/exchange.ts';
import { recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isFresh, isPresent } from '../../presence.ts';
import { stateBefore } from '../../resource-state.ts';
import {
  hasVisibility,
  ownerOf,
  type ResourceExchange,
  type ResourceHistory,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const publicIsShown: Check = {
  id: 'law.public-is-shown',
  drivenBy: 'sequences',
  evidence: ['record-made', 'foreign-call'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording)
        .filter((history) => ownerOf(history) === 'own' && hasVisibility(history))
        .flatMap((history) => readsOfOthers(history, recording).map((read) => ({ history, read })))
        .filter(({ read }) => operations.includes(read.operation)),
      ({ history, read }) =>
        isRefused(read)
          ? finding(traceOf(history, read), {
              expected: { kind: 'status', oneOf: ['success'], because: { kind: 'public' } },
              observed: statusOf(read),
            })
          : undefined,
      ({ history, read }) => recordIn(bodyIn(read), history.id) !== undefined,
    ),
};

const others: readonly ResourceExchange['identity'][] = ['other', 'sandbox', 'missing'];

/** What others asked for while it was public for sure. */
function readsOfOthers(history: ResourceHistory, recording: Recording): readonly ResourceExchange[] {
  return history.calls.filter(
    (read) =>
      read.resource.act === 'read' &&
      others.includes(read.identity) &&
      read.intent?.kind === 'valid' &&
      stateBefore(history, read).visibility === 'public' &&
      !isFresh(history, read, recording) &&
      isPresentToOwner(history, read),
  );
}

function isPresentToOwner(history: ResourceHistory, read: ResourceExchange): boolean {
  return isPresent(history, { ...read, identity: 'own' });
}
