import { finding } from '../../findings/finding.ts';
import { acceptedMessages, type ReadMessage } from '../../kept-messages.ts';
import { messagesOf, repliesTo } from '../../messages.ts';
import { asksForJob, endedAt, readsOf, sharesTime, turnsOf } from '../../run-history.ts';
import { textStreams, textsOf } from '../../streams.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const historyKeepsResponses: Check = {
  id: 'run.history-keeps-responses',
  drivenBy: 'scenarios',
  evidence: ['text-stream', 'run-read'],
  needs: [],
  judge: (recording) => {
    const alwaysSpeaks = speaksAlways(recording);
    return judgeEach(
      acceptedMessages(recording)
        .filter((subject) => workerSpoke(subject, alwaysSpeaks))
        .map(patiently)
        .filter((subject) => hasResponse(subject) || isLate(subject, recording)),
      (subject) =>
        hasResponse(subject)
          ? undefined
          : finding([subject.message, subject.read], {
              expected: { kind: 'message', which: 'response', presence: 'present' },
              observed: { kind: 'message', presence: 'absent' },
            }),
    );
  },
};

/** With the first read that shows the response, else with the last one of all. */
function patiently(subject: ReadMessage): ReadMessage {
  const reads = readsOf(subject.history).filter(({ sentAt }) => sentAt >= endedAt(subject.message));
  const read = reads.find((one) => hasResponse({ ...subject, read: one })) ?? reads.at(-1) ?? subject.read;
  return { ...subject, read };
}

/** What comes before the words are kept may stand before them. */
function isLate({ history, message, read }: ReadMessage, { consistencyWindowMs }: Recording): boolean {
  const kept = endedAt(message) + consistencyWindowMs;
  const isFollowed = turnsOf(history).some((turn) => turn.sentAt >= endedAt(message) && turn.sentAt < kept);
  return read.sentAt >= kept && !isFollowed;
}

/** Whether every message of ours that was answered as text got words, and some were. */
function speaksAlways(recording: Recording): boolean {
  const texts = textStreams(recording).filter(({ sent }) => sent?.kind !== 'background');
  return texts.length > 0 && texts.every(({ response }) => (response?.body.text ?? '').trim() !== '');
}

/**
 * A text stream shows for certain that the worker answered. The form of NDJSON is unknown, so that its words may be
 * signals: they count where the worker leaves nothing without an answer.
 */
function workerSpoke({ history, message }: ReadMessage, alwaysSpeaks: boolean): boolean {
  if (asksForJob(message) || sharesTime(history, message)) return false;
  if (message.transport === 'text') return (message.response?.body.text.trim() ?? '') !== '';
  return alwaysSpeaks && message.response?.body.ended === 'complete' && textsOf(message).some(hasWords);
}

function hasWords(text: string): boolean {
  return /\p{L}\s+\p{L}/u.test(text);
}

/** A lost message is the business of another rule. */
function hasResponse({ message, read }: ReadMessage): boolean {
  const replies = repliesTo(messagesOf(read) ?? [], message.sent?.text ?? '');
  return replies === undefined || replies.some(({ content }) => content.trim() !== '');
}
