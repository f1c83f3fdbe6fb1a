import { succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../messages.ts';
import { describeTouch, isPresent, resourceHistories } from '../../resources.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const readsBack: Check = {
  id: 'resource.reads-back',
  whenUnseen: 'no record was made and read again',
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) =>
        history.touches
          .filter(({ operation, about }) => about.act === 'read' && operations.includes(operation))
          .filter(({ response, fault }) => fault === undefined && response && response.status < 500)
          .filter(({ response }) => response?.status !== 429 && response?.status !== 401)
          // A success without a record shows nothing of it.
          .filter((read) => !succeeded(read) || parseJson(read.response?.body.text ?? '') !== undefined)
          .filter((read) => isPresent(history, read)),
      ),
      (read) =>
        succeeded(read)
          ? undefined
          : finding([read], {
              expected: `the ${read.about.family} that was made before and not removed`,
              observed: describeTouch(read),
            }),
    ),
};
