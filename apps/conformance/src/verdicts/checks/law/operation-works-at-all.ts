import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import type { Rule } from '../../../spec/spec.ts';
import { failingEachTime, isRight, requestsFor } from '../../failing-each-time.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const operationWorksAtAll: Check = {
  id: 'law.operation-works-at-all',
  drivenBy: 'sequences',
  evidence: ['success', 'bad-request'],
  needs: [],
  judge,
};

export const runOperationWorksAtAll: Check = {
  id: 'law.run-operation-works-at-all',
  drivenBy: 'scenarios',
  evidence: ['run-call'],
  needs: [],
  judge,
};

function judge(recording: Recording, { operations }: Rule): Judgement {
  return judgeEach(
    operations.flatMap((operation) => {
      const failing = failingEachTime(operation, recording);
      return failing === undefined ? workedIn(operation, recording).map(() => undefined) : [failing];
    }),
    (found) => found,
  );
}

/** That all and everything succeeds shows no operation at work. */
function workedIn(operation: string, recording: Recording): readonly Exchange[] {
  const all = requestsFor(operation, recording);
  return all.some(isRefused) ? all.filter((one) => isRight(one) && succeeded(one)) : [];
}
