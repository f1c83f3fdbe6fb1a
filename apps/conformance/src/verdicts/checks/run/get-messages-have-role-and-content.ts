import { parseJson } from '../../../json/parse-json.ts';
import { isMessage } from '../../messages.ts';
import { answeredReadsOf, runHistories } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const getMessagesHaveRoleAndContent: Check = {
  id: 'run.get-messages-have-role-and-content',
  whenUnseen: 'no history with a message in it was read',
  judge: (recording) => {
    const lists = runHistories(recording)
      .flatMap(answeredReadsOf)
      .map((read) => ({ read, list: parseJson(read.response?.body.text ?? '') }));
    return judgeEach(
      lists.filter(({ list }) => Array.isArray(list) && list.length > 0),
      ({ read, list }) => {
        const wrong = Array.isArray(list) ? list.findIndex((one: unknown) => !isMessage(one)) : -1;
        if (wrong === -1) return undefined;
        return finding([read], {
          expected: 'each message with role and content (string)',
          observed: `message ${wrong + 1} of the history lacks one of them or has it in another type`,
        });
      },
    );
  },
};
