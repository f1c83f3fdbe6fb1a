import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Leaf, leavesIn, leavesOf } from './leaves.ts';
import { endedAt } from './run-history.ts';

/** A run of a tool, and one before of the same tool with an input of other words. */
export interface Remembrance {
  readonly before: Exchange;
  /** What was answered before, in the words of that input. */
  readonly answer: Leaf;
  readonly run: Exchange;
}

/** Fewer words may be what a tool says where it knows nothing of its input. */
const leastWords = 3;

/** Runs after which an answer in the words of an earlier input would be one that is kept from then. */
export function remembrancesIn(runs: readonly Exchange[]): readonly Remembrance[] {
  const answered = runs.filter(succeeded);
  return answered.flatMap((before) => {
    const words = wordsIn(before.request.body ?? '');
    const isWhole = isWholeTextOf(before.request.body ?? '');
    const answer = leavesOf(before).find(
      ({ value }) => (words.length >= leastWords && hasAll(value, words)) || isWhole(value),
    );
    if (answer === undefined) return [];
    return answered
      .filter((run) => toolOf(run) === toolOf(before) && run.sentAt >= endedAt(before))
      .filter((run) => !words.some((word) => run.request.body?.includes(word)))
      .map((run) => ({ before, answer, run }));
  });
}

/** Whether a run was answered in the words of the earlier input, and in none of its own. */
export function isRemembered({ answer, run }: Remembrance): boolean {
  const own = wordsIn(run.request.body ?? '');
  return (
    leavesOf(run).some(({ value }) => value === answer.value) &&
    !own.some((word) => run.response?.body.text.includes(word))
  );
}

function hasAll(value: unknown, words: readonly string[]): boolean {
  return typeof value === 'string' && words.every((word) => value.includes(word));
}

/** Two words are enough where they are the whole of an answer, and of a text of the input. */
function isWholeTextOf(body: string): (value: unknown) => boolean {
  const texts = new Set(textsIn(body).filter((text) => /\p{L}{3,}.*\P{L}\p{L}{3,}/u.test(text)));
  return (value) => typeof value === 'string' && texts.has(value);
}

/** The words of the texts of an input, without the names under which they stand. */
function wordsIn(body: string): readonly string[] {
  return [...new Set(textsIn(body).flatMap((text) => text.match(/\p{L}{3,}/gu) ?? []))];
}

function textsIn(body: string): readonly string[] {
  return leavesIn(parseJson(body)).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function toolOf({ request }: Exchange): string {
  return new URL(request.url).pathname;
}
