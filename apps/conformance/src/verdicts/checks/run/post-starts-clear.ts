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
  const foreign = new Map(subjects.map((history) => [history, foreignIn(history, forms)]));
  const judgedBy = (by: Telling) => (history: RunHistory) => by(history, foreign.get(history) ?? [], marked);
  // What one case shows by itself can be brought about again; what came before it, perhaps not.
  return judgeEach(subjects, judgedBy(subjects.some(judgedBy(sentBeside)) ? sentBeside : saidBefore));
}

function isBeside(other: RunHistory, history: RunHistory): boolean {
  return isSameCase(other.start, history.start) && other.start.id !== history.start.id;
}

/** A message in a history that is like ours, and was not sent to its run. */
interface ForeignMessage {
  readonly read: Exchange;
  readonly content: string;
  readonly isBeforeStart: boolean;
}

type Telling = (
  history: RunHistory,
  foreign: readonly ForeignMessage[],
  marked: readonly Exchange[],
) => Found | undefined;

/** A message of another run of the same case, which stands in this one as well. */
function sentBeside(
  { start }: RunHistory,
  foreign: readonly ForeignMessage[],
  marked: readonly Exchange[],
): Found | undefined {
  for (const { read, content } of foreign) {
    const sender = senderOf(
      content,
      marked.filter((one) => isSameCase(one, start)),
    );
    if (sender !== undefined) return found([start, sender, read], 'foreign', content);
  }
  return undefined;
}

/** A message of a run of another case, or one of ours before the run's first one, from before anything was judged. */
function saidBefore(
  { start }: RunHistory,
  foreign: readonly ForeignMessage[],
  marked: readonly Exchange[],
): Found | undefined {
  const first = foreign.find(
    ({ content, isBeforeStart }) => isBeforeStart || senderOf(content, marked) !== undefined,
  );
  return first && found([start, first.read], 'unsent', first.content);
}

/** Whose message it is, or which of them a worker repeats. */
function senderOf(content: string, marked: readonly Exchange[]): Exchange | undefined {
  const markers = markersIn(content);
  return marked.find(
    ({ sent }) =>
      essence(sent?.text ?? '') === essence(content) ||
      markersIn(sent?.text ?? '').some((one) => markers.includes(one)),
  );
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

function foreignIn(history: RunHistory, forms: ReadonlySet<string>): readonly ForeignMessage[] {
  const texts = history.exchanges.map(({ sent }) => sent?.text ?? '');
  const own = new Set(texts.map(essence));
  const ownMarkers = new Set(texts.flatMap(markersIn));
  const start = essence(history.start.sent?.text ?? '');
  const isStrange = (content: string): boolean =>
    !own.has(essence(content)) &&
    (forms.has(formOf(content)) || markersIn(content).some((one) => !ownMarkers.has(one)));
  return readsOf(history).flatMap((read) => {
    const contents = messagesOf(read)?.map(({ content }) => content) ?? [];
    const strange = contents.filter(isStrange);
    if (strange.length === 0) return [];
    const first = contents.findIndex((one) => essence(one) === start);
    return strange.map((content) => ({
      read,
      content,
      isBeforeStart: forms.has(formOf(content)) && contents.indexOf(content) < first,
    }));
  });
}

function markersIn(text: string): readonly string[] {
  return text.match(/\[[0-9a-f]{8,}\]/g) ?? [];
}

/** Each has a marker of its own. */
function formOf(text: string): string {
  return essence(text).replace(/\[\w+\]/, '[]');
}

/** Only these carry a unique marker for certain. */
function isMarked({ sent }: Exchange): boolean {
  return sent !== undefined && ['plain', 'unicode', 'long'].includes(sent.kind);
}
