import { holds } from '../../../cases/kept-text.ts';
import { userContents } from '../../../exchanges/run-messages.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { acceptedMessages, type ReadMessage } from '../../kept-messages.ts';
import { messagesOf } from '../../messages.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const messageIsKeptToTheLetter: Check = {
  id: 'law.message-is-kept-to-the-letter',
  drivenBy: 'scenarios',
  evidence: ['run-call', 'run-read'],
  traffic: { restsOn: 'lasting' },
  needs: [],
  judge: (recording) =>
    judgeEach(acceptedMessages(recording).flatMap(kept), ({ message, read, contents }) => {
      const text = message.sent?.text ?? '';
      if (contents.some((content) => plain(content) === plain(text))) return undefined;
      return finding([message, read], {
        expected: { kind: 'message', which: 'accepted', presence: 'present', text: excerptOf(text) },
        observed: { kind: 'message', presence: 'present', text: excerptOf(contents[0] ?? '') },
      });
    }),
};

interface Kept extends ReadMessage {
  /** What the history holds of the message. */
  readonly contents: readonly string[];
}

/** How a message begins, which tells it from others: of a long one the rest may be cut off, and other letters lost. */
const beginning = /^[\x20-\x7e]{20,80}/;
const telling = 80;

/** A message that is not there at all is the business of another rule. */
function kept(turn: ReadMessage): readonly Kept[] {
  const text = turn.message.sent?.text ?? '';
  const [begin] = beginning.exec(text) ?? [text.slice(0, telling)];
  const contents = userContents(messagesOf(turn.read) ?? []).filter((content) => holds(content, begin));
  return contents.length === 0 ? [] : [{ ...turn, contents }];
}

/** The white space round a text, the form of its line ends and its Unicode form may be a deployment's own. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();
}
