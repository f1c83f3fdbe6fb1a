import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { textsIn } from '../../../json/texts-in.ts';
import { bodyIn } from '../../bodies.ts';
import { isEarlyAbsence } from '../../early-absence.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { queryOf } from '../../lists.ts';
import { pathValues } from '../../path-values.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const listedVibeServiceIsTaken: Check = {
  id: 'law.listed-vibe-service-is-taken',
  drivenBy: 'sequences',
  evidence: ['success-of-each'],
  needs: [],
  judge: (recording) =>
    judgeEach(promptsIn(recording), ({ list, taken, asked }) =>
      isRefused(asked) && !ofCredentials.includes(asked.response?.status ?? 0)
        ? finding([list, taken, asked], {
            expected: { kind: 'status', oneOf: ['success'], because: { kind: 'listed' } },
            observed: statusOf(asked),
          })
        : undefined,
    ),
};

/** Or of a limit of requests, which says nothing of the service. */
const ofCredentials: readonly number[] = [401, 403, 429];

interface Asking {
  readonly list: Exchange;
  /** Was answered for another service of the same agent. */
  readonly taken: Exchange;
  readonly asked: Exchange;
}

function promptsIn(recording: Recording): readonly Asking[] {
  const calls = recording.user.filter(
    ({ intent, identity }) => intent?.kind === 'valid' && identity === 'own',
  );
  const prompts = calls.filter((one) => one.operation === 'getVibePrompt' && !isEarlyAbsence(one, recording));
  const lists = recording.user.filter((one) => one.operation === 'listVibeServices' && succeeded(one));
  return prompts.flatMap((asked): Asking[] => {
    const list = lists.find(
      (one) => isSameCase(one, asked) && textsIn(bodyIn(one)).includes(serviceOf(asked)),
    );
    const taken = prompts.find(
      (one) =>
        isSameCase(one, asked) &&
        succeeded(one) &&
        pathValues(one, recording)[0] === pathValues(asked, recording)[0],
    );
    return list === undefined || taken === undefined ? [] : [{ list, taken, asked }];
  });
}

function serviceOf(asked: Exchange): string {
  return queryOf(asked, 'service_name') ?? '';
}
