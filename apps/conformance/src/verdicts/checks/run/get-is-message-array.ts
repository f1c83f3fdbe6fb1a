import { parseJson } from '../../../json/parse-json.ts';
import { answeredReadsOf, runHistories } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const getIsMessageArray: Check = {
  id: 'run.get-is-message-array',
  whenUnseen: 'no run was read',
  judge: (recording) =>
    judgeEach(runHistories(recording).flatMap(answeredReadsOf), (read) =>
      Array.isArray(parseJson(read.response?.body.text ?? ''))
        ? undefined
        : finding([read], {
            expected: 'a JSON array of messages',
            observed: `a body that begins ${JSON.stringify(read.response?.body.text.slice(0, 60))}`,
          }),
    ),
};
