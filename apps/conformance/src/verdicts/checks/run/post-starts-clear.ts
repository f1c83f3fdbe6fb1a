import { holds } from '../../../cases/kept-text.ts';
import { type Exchange, isSameCase } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { messagesOf } from '../../messages.ts';
import { endedAt, type RunHistory, readsOf, runHistories } from '../../run-history.ts';
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
  const subjects = histories.filter(
    (history) => readsOf(history).length > 0 && histories.some((other) => isBeside(other, history)),
  );
  return judgeEach(subjects, (history) => foreignMessage(history, marked));
}

function isBeside(other: RunHistory, history: RunHistory): boolean {
  return isSameCase(other.start, history.start) && other.start.id !== history.start.id;
}

/** A message that was sent to another run only and yet stands in this one, whichever case that run is of. */
function foreignMessage(history: RunHistory, marked: readonly Exchange[]): Found | undefined {
  const own = new Set(history.exchanges.map(({ sent }) => sent?.text));
  const last = Math.max(...readsOf(history).map(endedAt));
  const foreign = marked.filter(({ sent, sentAt }) => sentAt < last && !own.has(sent?.text));
  for (const read of readsOf(history)) {
    const contents = messagesOf(read)?.map(({ content }) => content) ?? [];
    const whole = contents.join('\n');
    const found = foreign.find(({ sent }) => holdsIn(contents, whole, sent?.text ?? ''));
    if (found) {
      return finding([history.start, found, read], {
        expected: { kind: 'message', which: 'foreign', presence: 'absent' },
        observed: { kind: 'message', presence: 'present', text: excerptOf(found.sent?.text ?? '') },
      });
    }
  }
  return undefined;
}

/** Most histories have nothing of a message, which one look at all of their text shows. */
function holdsIn(contents: readonly string[], whole: string, text: string): boolean {
  const [marker = ''] = text.match(/\[\w+\]/) ?? [];
  return whole.includes(marker) && contents.some((content) => holds(content, text));
}

/** Only these carry a unique marker for certain. */
function isMarked({ sent }: Exchange): boolean {
  return sent !== undefined && ['plain', 'unicode', 'long'].includes(sent.kind);
}
