import type { ControlChange } from '../exchanges/control-change.ts';
import { inGroups } from './in-groups.ts';
import type { Report } from './report.ts';

export interface Headline {
  readonly mark: string;
  readonly words: string;
}

/** The verdict in words that stand without colour. */
const headlines: Readonly<Record<Report['summary']['verdict'], Headline>> = {
  conforms: { mark: '✓', words: 'Conforms' },
  violates: { mark: '✗', words: 'Violates the contract' },
  'wrong-waivers': { mark: '✗', words: 'Waivers need care' },
  'too-few-verified': { mark: '?', words: 'Too few rules verified' },
  'left-behind': { mark: '?', words: 'Left things behind' },
  inconclusive: { mark: '?', words: 'Inconclusive' },
  'nothing-verified': { mark: '–', words: 'Nothing verified' },
};

/** All that is broken was so in the report of --baseline. */
const known: Headline = { mark: '!', words: 'Known findings only' };

function isAllKnown({ verdict, exitCode }: Report['summary']): boolean {
  return verdict === 'violates' && exitCode === 0;
}

/** The verdict of a report; a part of a run can't say that the deployment conforms. */
export function headlineOf({ summary, shard }: Pick<Report, 'summary' | 'shard'>): Headline {
  const headline = isAllKnown(summary) ? known : headlines[summary.verdict];
  if (shard === undefined) return headline;
  const part = `Part ${shard.at} of ${shard.of}`;
  return summary.verdict === 'conforms'
    ? { mark: '–', words: `${part}: nothing broken so far` }
    : { ...headline, words: `${part}: ${headline.words}` };
}

/** What is to be said of a run that did not drive all that was planned; undefined of one that did. */
export function earlyEnd({
  summary: { ended, requests },
  trouble,
}: Pick<Report, 'summary' | 'trouble'>): string | undefined {
  const rest = 'what was not driven was not judged';
  switch (ended) {
    case 'complete':
      return undefined;
    case 'interrupted':
      return `Interrupted: ${rest}.`;
    case 'max-requests':
      return `Ended after ${counted(requests, 'request')}, by --max-requests: ${rest}.`;
    case 'max-time':
      return `Ended after ${counted(requests, 'request')}, by --max-time: ${rest}.`;
    case 'first-finding':
      return `Stopped at the first finding, after ${counted(requests, 'request')}, by --bail: ${rest}.`;
    case 'target-lost':
      return `The target stopped answering${whatEnded(trouble)}: what came after that was not judged.`;
    case 'target-changed':
      return `The target no longer answers as it did at first${whatEnded(trouble)}: what came after that was not judged.`;
    case 'target-restarted':
      return 'The target was started anew and had forgotten what was made on it: what came after that was not judged.';
  }
}

/** The answers that ended the run, in brackets. */
function whatEnded(trouble: Report['trouble']): string {
  const what = trouble?.changes.filter(({ isLost }) => isLost).map(describeChange) ?? [];
  return what.length === 0 ? '' : ` (${what.join('; ')})`;
}

/** Such as: GET https://api.example/me/ was answered 200 at first and is answered 404 now. */
export function describeChange({
  request,
  first,
  now,
}: Pick<ControlChange, 'request' | 'first' | 'now'>): string {
  const is = 'status' in now ? `is answered ${now.status}` : `is not answered (${now.message})`;
  if (first === undefined) return `${request}, of a run that was started at first, ${is}`;
  return `${request} was answered ${first} at first and ${is} now`;
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** A count and its noun: `1 rule`, `2 rules`. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** A number that is only about right, with two digits that count: `1,600`. */
export function roundly(count: number): string {
  return inGroups(Number(count.toPrecision(2)));
}

/** A time that is only about right: `40 s`, `4 min`, `2.5 h`. */
export function roughly(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 6_000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

/** A time span for people: milliseconds with one digit, seconds above ten of them. */
export function span(milliseconds: number): string {
  return milliseconds < 10_000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** Such as `, seed 7`; nothing where nothing was drawn. */
export function seedInWords({ seed }: Pick<Report, 'seed'>): string {
  return seed === undefined ? '' : `, seed ${seed}`;
}
