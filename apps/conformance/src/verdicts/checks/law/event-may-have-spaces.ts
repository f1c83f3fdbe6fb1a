import { isDeepStrictEqual } from 'node:util';
import { type Exchange, inCases, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A form that was refused once may have been refused as an event that came before. */
const enough = 2;

export const eventMayHaveSpaces: Check = {
  id: 'law.event-may-have-spaces',
  drivenBy: 'sequences',
  evidence: ['repeated'],
  needs: ['webhook.secret'],
  judge: (recording) =>
    judgeEach(formsIn(recording), ({ taken, refused }) => {
      const [[first], [other]] = [taken, refused ?? []];
      return other === undefined
        ? undefined
        : finding([first, other], {
            expected: { kind: 'status', oneOf: ['success'] },
            observed: statusOf(other),
          });
    }),
};

type Sent = readonly [Exchange, ...Exchange[]];

interface Forms {
  /** One form of the event, taken each time. */
  readonly taken: Sent;
  /** The other one, where it was refused each time. */
  readonly refused: Sent | undefined;
}

/** Two texts of one event, each signed and sent several times. */
function formsIn(recording: Recording): readonly Forms[] {
  const events = probesOf(recording, ['receivePaymentEvent']).filter(
    ({ intent }) => intent?.kind === 'open-refusal',
  );
  return inCases(events).flatMap((sent): Forms[] => {
    const [one, other, ...others] = [...Map.groupBy(sent, ({ request }) => request.body).values()]
      .filter((form) => form.length >= enough)
      .flatMap(([first, ...rest]): Sent[] => (first === undefined ? [] : [[first, ...rest]]));
    if (one === undefined || other === undefined || others.length > 0) return [];
    if (!isDeepStrictEqual(requestIn(one[0]), requestIn(other[0]))) return [];
    const taken = [one, other].find((form) => form.every(succeeded));
    return taken === undefined
      ? []
      : [{ taken, refused: [one, other].find((form) => form.every(isRefused)) }];
  });
}
