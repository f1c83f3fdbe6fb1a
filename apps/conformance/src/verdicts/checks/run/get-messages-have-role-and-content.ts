import { succeeded } from '../../../exchanges/exchange.ts';
import { isMessage } from '../../../exchanges/run-messages.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { answeredReadsOf, runHistories } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const getMessagesHaveRoleAndContent: Check = {
  id: 'run.get-messages-have-role-and-content',
  drivenBy: 'scenarios',
  evidence: ['run-read'],
  traffic: { restsOn: 'answer', isOfShapes: true },
  needs: [],
  judge: (recording) => {
    const inSequences = recording.user.filter(
      (one) => one.operation === 'getRunMessages' && one.identity === 'own' && succeeded(one),
    );
    const lists = [...runHistories(recording).flatMap(answeredReadsOf), ...inSequences].map((read) => ({
      read,
      list: bodyIn(read),
    }));
    return judgeEach(
      lists.filter(({ list }) => Array.isArray(list) && list.length > 0),
      ({ read, list }) => {
        const wrong = Array.isArray(list) ? list.findIndex((one: unknown) => !isMessage(one)) : -1;
        if (wrong === -1) return undefined;
        const message: unknown = Array.isArray(list) ? list[wrong] : undefined;
        const field = isRecord(message) && typeof message.role === 'string' ? 'content' : 'role';
        const value = isRecord(message) ? message[field] : undefined;
        return finding([read], {
          expected: { kind: 'field', path: [wrong, field], type: 'string' },
          observed: { kind: 'field', path: [wrong, field], ...(value === undefined ? {} : { value }) },
        });
      },
    );
  },
};
