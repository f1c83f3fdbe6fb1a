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
  const beside = (history: RunHistory): Found | undefined => sentBeside(history, { marked, forms });
  const before = (history: RunHistory): Found | undefined => saidBefore(history, { marked, forms });
  // What one case shows by itself can be brought about again; what came before it, perhaps not.
  return judgeEach(subjects, subjects.some(beside) ? beside : before);
}

function isBeside(other: RunHistory, history: RunHistory): boolean {
  return isSameCase(other.start, history.start) && other.start.id !== history.start.id;
}

interface Sent {
  readonly marked: readonly Exchange[];
  /** What marked messages are without their markers. */
  readonly forms: ReadonlySet<string>;
}

/** A message of another run of the same case, which stands in this one as well. */
function sentBeside(history: RunHistory, { marked, forms }: Sent): Found | undefined {
  const beside = marked.filter((one) => isSameCase(one, history.start));
  for (const read of readsOf(history))
    for (const content of foreignIn(read, history, forms)) {
      const sender = beside.find(({ sent }) => essence(sent?.text ?? '') === essence(content));
      if (sender !== undefined) return found([history.start, sender, read], 'foreign', content);
    }
  return undefined;
}

/** A message of a run of another case, or one of ours before the run's first one, from before anything was judged. */
function saidBefore(history: RunHistory, { marked, forms }: Sent): Found | undefined {
  for (const read of readsOf(history)) {
    const contents = contentsOf(read);
    const first = contents.findIndex((one) => essence(one) === essence(history.start.sent?.text ?? ''));
    const isOthers = (one: string): boolean =>
      contents.indexOf(one) < first || marked.some(({ sent }) => essence(sent?.text ?? '') === essence(one));
    const content = foreignIn(read, history, forms).find(isOthers);
    if (content !== undefined) return found([history.start, read], 'unsent', content);
  }
  return undefined;
}

function found(
  exchanges: readonly [Exchange, ...Exchange[]],
  which: 'foreign' | 'unsent',
  text: string,
): Found {
  return finding([...exchanges], {
    expected: { kind: 'message', which, presence: 'absent' },
    observed: { kind: 'message', presence: 'present', text: excerptOf(text) },
  });
}

/** The messages of a history that are like ours, and were not sent to its run. */
function foreignIn(read: Exchange, history: RunHistory, forms: ReadonlySet<string>): readonly string[] {
  const own = new Set(history.exchanges.map(({ sent }) => essence(sent?.text ?? '')));
  return contentsOf(read).filter((one) => forms.has(formOf(one)) && !own.has(essence(one)));
}

function contentsOf(read: Exchange): readonly string[] {
  return messagesOf(read)?.map(({ content }) => content) ?? [];
}

/** Each has a marker of its own. */
function formOf(text: string): string {
  return essence(text).replace(/\[\w+\]/, '[]');
}

/** Only these carry a unique marker for certain. */
function isMarked({ sent }: Exchange): boolean {
  return sent !== undefined && ['plain', 'unicode', 'long'].includes(sent.kind);
}
