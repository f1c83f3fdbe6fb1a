import { essence } from '../../../cases/kept-text.ts';
import { type Exchange, isSameCase } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { messagesOf } from '../../messages.ts';
import { type RunHistory, readsOf, runHistories } from '../../run-history.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const postStartsClear: Check = {
  id: 'run.post-starts-clear',
  drivenBy: 'scenarios',
  evidence: ['run-id', 'run-read'],
  needs: [],
  judge,
};

function judge(recording: Recording): Judgement {
  const histories = runHistories(recording);
  const marked = histories.flatMap(({ exchanges }) => exchanges.filter(isMarked));
  const forms = new Set(marked.map(({ sent }) => formOf(sent?.text ?? '')));
  const subjects = histories.filter(
    (history) => readsOf(history).length > 0 && histories.some((other) => isBeside(other, history)),
  );
  return judgeEach(subjects, (history) => foreignMessage(history, { marked, forms }));
}

function isBeside(other: RunHistory, history: RunHistory): boolean {
  return isSameCase(other.start, history.start) && other.start.id !== history.start.id;
}

interface Sent {
  readonly marked: readonly Exchange[];
  /** What marked messages are without their markers. */
  readonly forms: ReadonlySet<string>;
}

/** A message that was sent to another run and yet stands in this one, whichever case that run is of. */
function foreignMessage(history: RunHistory, { marked, forms }: Sent): Found | undefined {
  const own = new Set(history.exchanges.map(({ sent }) => essence(sent?.text ?? '')));
  for (const read of readsOf(history)) {
    const contents = messagesOf(read)?.map(({ content }) => content) ?? [];
    const first = contents.findIndex(
      (content) => essence(content) === essence(history.start.sent?.text ?? ''),
    );
    for (const [index, content] of contents.entries()) {
      if (!forms.has(formOf(content)) || own.has(essence(content))) continue;
      const sender = marked.find(({ sent }) => essence(sent?.text ?? '') === essence(content));
      // What stands before the run's first message was said before it, also where nobody recorded that.
      if (sender === undefined && index >= first) continue;
      return finding(sender === undefined ? [history.start, read] : [history.start, sender, read], {
        expected: { kind: 'message', which: 'foreign', presence: 'absent' },
        observed: { kind: 'message', presence: 'present', text: excerptOf(content) },
      });
    }
  }
  return undefined;
}

/** Each has a marker of its own. */
function formOf(text: string): string {
  return essence(text).replace(/\[\w+\]/, '[]');
}

/** Only these carry a unique marker for certain. */
function isMarked({ sent }: Exchange): boolean {
  return sent !== undefined && ['plain', 'unicode', 'long'].includes(sent.kind);
}
