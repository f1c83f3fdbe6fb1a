import { acceptedMessages, missingMessage } from '../../kept-messages.ts';
import { isPut } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const putAppendsMessage: Check = {
  id: 'run.put-appends-message',
  whenUnseen: 'no run was read after an accepted PUT of the same form as its POST',
  judge: (recording) =>
    judgeEach(
      acceptedMessages(recording).filter(
        ({ message, history }) => isPut(message) && message.transport === history.start.transport,
      ),
      missingMessage,
    ),
};
