import { isNotFound } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isFresh, isPresent } from '../../presence.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories, traceOf } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const whatIsThereIsFound: Check = {
  id: 'law.what-is-there-is-found',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-written'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording)
        .flatMap((history) => writesOf(history).map((write) => ({ history, write })))
        .filter(({ write }) => operations.includes(write.operation))
        .filter(({ history, write }) => isThere(history, write) && !isFresh(history, write, recording)),
      ({ history, write }) =>
        isNotFound(write)
          ? finding(traceOf(history, write), {
              expected: {
                kind: 'status',
                noneOf: [404, 410],
                because: { kind: 'made', record: { family: history.family, id: history.id } },
              },
              observed: statusOf(write),
            })
          : undefined,
      ({ write }) => write.response !== undefined,
    ),
};

/** Whether it was made by the caller, or by nobody in particular, as a login session is. */
function isThere(history: ResourceHistory, write: ResourceExchange): boolean {
  const [made] = history.existenceEvidence;
  if (made?.identity !== 'own' && made?.identity !== 'missing') return false;
  return isPresent(history, { ...write, identity: made.identity });
}

/** What its owner asked to change or to remove, by all that is known rightly. */
function writesOf({ calls }: ResourceHistory): readonly ResourceExchange[] {
  return calls.filter(
    ({ identity, intent, resource }) =>
      identity === 'own' &&
      intent?.kind === 'valid' &&
      intent.certain &&
      (resource.act === 'change' || resource.act === 'remove'),
  );
}
