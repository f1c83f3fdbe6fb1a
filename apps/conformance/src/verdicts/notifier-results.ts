import { type Exchange, lastOfEachStep, succeeded } from '../exchanges/exchange.ts';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { recordsAround } from '../json/records-around.ts';
import { bodyIn } from './bodies.ts';
import { keyOfPath, type Leaf, leavesIn } from './leaves.ts';
import { memoize } from './memoize.ts';
import { type NotifierKind, type NotifierRun, ownRunsOf } from './notifier-runs.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/**
 * Whether a tool did what it was asked. A result may carry an error in a form that is not shown: only where what was
 * asked of something that is not there fails by a status, or has another form, is a success known for one.
 */
export function isDone({ exchange, tool }: NotifierRun, runs: readonly NotifierRun[]): boolean {
  if (!succeeded(exchange)) return false;
  const failures = runs.filter(({ exchange: { intent } }) => intent?.kind === 'tool-run-of-nothing');
  const ofTool = failures.filter((one) => one.tool === tool);
  const some = ofTool.length > 0 ? ofTool : failures;
  const taken = some.filter((one) => succeeded(one.exchange));
  if (some.length > taken.length) return true;
  return some.length > 0 && taken.every((one) => formOf(one.exchange) !== formOf(exchange));
}

/** The places of all values of a result, with those that are true or false. */
export const formOf = memoize((exchange: Exchange): string =>
  resultLeaves(exchange)
    .map(({ path, value }) => `${keyOfPath(path)} ${typeof value === 'boolean' ? value : typeof value}`)
    .join('\n'),
);

/** The leaves of a result; JSON in a text counts as what it says. */
export const resultLeaves = memoize((exchange: Exchange): readonly Leaf[] =>
  leavesIn(unfolded(bodyIn(exchange))),
);

function unfolded(value: unknown): unknown {
  if (typeof value === 'string') {
    const inner = parseJson(value);
    return typeof inner === 'object' && inner !== null ? unfolded(inner) : value;
  }
  if (Array.isArray(value)) return value.map(unfolded);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unfolded(inner)]));
}

/** How often a text stands in a result, whatever became of its line breaks. */
export function timesIn({ exchange }: NotifierRun, text: unknown): number {
  if (typeof text !== 'string' || text === '' || !succeeded(exchange)) return 0;
  const all = exchange.response?.body.text ?? '';
  const [shown, sought] = text.includes('\n') ? [inOneLine(all), inOneLine(text)] : [all, text];
  return shown.split(sought).length - 1;
}

/** Line breaks may be escaped, in JSON within JSON twice. */
function inOneLine(text: string): string {
  return text.replaceAll(/(\\+[rn]|\s)+/g, ' ');
}

export function isShownIn(list: NotifierRun, text: unknown): boolean {
  return timesIn(list, text) > 0;
}

/** What a user made of one kind, as far as one of these lists shows it. */
export function shownBy(
  lists: readonly NotifierRun[],
  runs: readonly NotifierRun[],
  { create, shown }: NotifierKind,
): readonly NotifierRun[] {
  return ownRunsOf(runs, create).filter(({ input }) => lists.some((list) => isShownIn(list, input[shown])));
}

/** The innermost record around a text in a list. */
export function recordIn({ exchange }: NotifierRun, text: unknown): JsonRecord | undefined {
  return typeof text === 'string' ? recordsAround(bodyIn(exchange), text)[0] : undefined;
}

/** Everything that a user keeps of one kind is shown by these: no filter, and no small page. */
export function wholeLists(runs: readonly NotifierRun[], { list }: NotifierKind): readonly NotifierRun[] {
  const lists = ownRunsOf(runs, list).filter(({ exchange, input }) => {
    const { limit, ...others } = input;
    return succeeded(exchange) && Object.keys(others).length === 0 && (limit === undefined || limit === 500);
  });
  const last = lastOfEachStep(lists.map(({ exchange }) => exchange));
  return lists.filter(({ exchange }) => last.includes(exchange));
}

/** Whether what one run did can no longer be missing from another. */
export function isDue(
  { exchange: later }: NotifierRun,
  { exchange: earlier }: NotifierRun,
  { consistencyWindowMs }: Pick<Recording, 'consistencyWindowMs'>,
): boolean {
  return later.sentAt >= endedAt(earlier) + consistencyWindowMs;
}

export function isAfter({ exchange: later }: NotifierRun, { exchange: earlier }: NotifierRun): boolean {
  return later.sentAt >= endedAt(earlier);
}
