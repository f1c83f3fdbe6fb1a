import { missingMessage, settledMessages } from '../../kept-messages.ts';
import { isPut } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const putAppendsMessage: Check = {
  id: 'run.put-appends-message',
  drivenBy: 'scenarios',
  evidence: ['put-accepted', 'run-read'],
  traffic: { restsOn: 'lasting' },
  needs: [],
  judge: (recording) =>
    judgeEach(
      settledMessages(recording).filter(
        ({ message, history }) => isPut(message) && message.transport === history.start.transport,
      ),
      missingMessage,
    ),
};
