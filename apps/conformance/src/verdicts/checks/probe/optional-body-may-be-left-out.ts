import type { Exchange } from '../../../exchanges/exchange.ts';
import { isId } from '../../../json/find-record.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { isPresent } from '../../presence.ts';
import { isUser } from '../../probes.ts';
import { stateBefore } from '../../resource-state.ts';
import { resourceHistories } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const optionalBodyMayBeLeftOut: Check = {
  id: 'probe.optional-body-may-be-left-out',
  drivenBy: 'sequences',
  evidence: ['record-made'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter((one) => operations.includes(one.operation) && isUser(one.identity) && isBare(one.request))
        .filter(({ intent, response }) => intent?.kind !== 'refusal' && response !== undefined)
        .filter((one) => isOfPublic(one, recording)),
      (one) =>
        refusalsOfBodies.includes(one.response?.status ?? 0)
          ? finding([one], {
              expected: { kind: 'status', noneOf: refusalsOfBodies, because: { kind: 'left-out' } },
              observed: statusOf(one),
            })
          : undefined,
      (one) => leavesOf(one).some(({ value }) => value !== null),
    ),
};

/** Whether it is about a record of ours that is there, and public. */
function isOfPublic(one: Exchange, recording: Recording): boolean {
  const [id = ''] = pathValues(one, recording);
  return resourceHistories(recording).some(
    (history) =>
      isId(history.id, id) &&
      stateBefore(history, one).visibility === 'public' &&
      isPresent(history, { ...one, identity: 'own' }),
  );
}

/** There is nothing else in the request that could be wrong. */
const refusalsOfBodies: readonly number[] = [400, 411, 415, 422];

function isBare({ body }: { readonly body?: string | undefined }): boolean {
  return body === undefined || body === 'null';
}
