import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isFresh, isGone } from '../../presence.ts';
import {
  listedIn,
  ownerOf,
  type ResourceExchange,
  type ResourceHistory,
  recordOf,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const isGoneAfterRemoval: Check = {
  id: 'resource.is-gone-after-removal',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-removed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording)
        .filter(({ calls }) => calls.some(({ operation }) => operations.includes(operation)))
        .filter(({ kind }) => kind?.removal === 'definite' || kind?.removal === 'unlisted')
        .flatMap((history) => {
          const owner = ownerOf(history);
          const reads = history.calls.filter(({ resource, response, transportError }) =>
            resource.act === 'read' && history.kind?.removal === 'definite'
              ? transportError === undefined && response && !isTransient(response.status)
              : false,
          );
          return [...reads, ...history.lists]
            .filter((later) => later.identity === owner)
            .filter((later) => isGone(history, later))
            .filter((later) => !isFresh(history, later, recording) || findingIn(history, later) === undefined)
            .map((later) => ({ history, later }));
        }),
      ({ history, later }) => findingIn(history, later),
    ),
};

function findingIn(history: ResourceHistory, later: ResourceExchange): Found | undefined {
  return later.resource.act === 'list' ? stillListed(history, later) : stillRead(history, later);
}

function stillListed(history: ResourceHistory, list: ResourceExchange): Found | undefined {
  if (!list.resource.listed?.includes(history.id)) return undefined;
  const record = recordOf(history);
  return finding(traceOf(history, list), {
    expected: { kind: 'absent', record, because: { kind: 'removed', record } },
    observed: listedIn(list, history),
  });
}

function stillRead(history: ResourceHistory, read: ResourceExchange): Found | undefined {
  if (!succeeded(read)) return undefined;
  return finding(traceOf(history, read), {
    expected: {
      kind: 'status',
      oneOf: ['refusal'],
      because: { kind: 'removed', record: recordOf(history) },
    },
    observed: statusOf(read),
  });
}
