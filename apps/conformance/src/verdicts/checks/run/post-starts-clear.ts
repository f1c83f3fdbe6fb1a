import { holds } from '../../../cases/kept-text.ts';
import { isSameCase } from '../../../exchanges/exchange.ts';
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
  const subjects = histories
    .map((history) => ({ history, others: histories.filter((other) => isBeside(other, history)) }))
    .filter(({ history, others }) => others.length > 0 && readsOf(history).length > 0);
  return judgeEach(subjects, ({ history, others }) => foreignMessage(history, others));
}

function isBeside(other: RunHistory, history: RunHistory): boolean {
  return isSameCase(other.start, history.start) && other.start.id !== history.start.id;
}

/** A message that was sent to another run only and yet stands in this one. */
function foreignMessage(history: RunHistory, others: readonly RunHistory[]): Found | undefined {
  const own = new Set(history.exchanges.map(({ sent }) => sent?.text));
  const foreign = others
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ sent }) => sent !== undefined && !own.has(sent.text) && isMarked(sent.kind));
  for (const read of readsOf(history)) {
    const contents = messagesOf(read)?.map(({ content }) => content) ?? [];
    const found = foreign.find(({ sent }) => contents.some((content) => holds(content, sent?.text ?? '')));
    if (found) {
      return finding([history.start, found, read], {
        expected: { kind: 'message', which: 'foreign', presence: 'absent' },
        observed: { kind: 'message', presence: 'present', text: excerptOf(found.sent?.text ?? '') },
      });
    }
  }
  return undefined;
}

/** Only these carry a unique marker for certain. */
function isMarked(kind: string): boolean {
  return kind === 'plain' || kind === 'unicode' || kind === 'long';
}
