import { type Exchange, isSameCase, succeeded } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { queryOf } from './lists.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** A cron expression that was sent, and what an answer has in its place. */
export interface GivenCron {
  readonly sent: string;
  readonly asked: Exchange;
  readonly answer: Exchange;
  /** The expressions in the answer. */
  readonly crons: readonly string[];
}

/** Of conversions, and of schedules that were read. */
export function givenCrons(recording: Recording): readonly GivenCron[] {
  return [...conversions(recording), ...reads(recording)];
}

function conversions({ user }: Recording): readonly GivenCron[] {
  return user
    .filter(({ operation, identity }) => operation === 'convertTextToCron' && identity === 'own')
    .filter(succeeded)
    .map((answer) => {
      const { text } = answer.response?.body ?? { text: '' };
      return { sent: cronOf(answer) ?? '', asked: answer, answer, crons: textsIn(parseJson(text) ?? text) };
    });
}

/** Each schedule with what was last written to it, once that has had time to show. */
function reads({ user, consistencyWindowMs }: Recording): readonly GivenCron[] {
  const calls = user
    .filter(({ resource }) => resource?.family === 'schedule')
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return calls.flatMap((answer, index): GivenCron[] => {
    const shown = answer.resource?.shows?.cron;
    if (answer.operation !== 'getSchedule' || !succeeded(answer) || typeof shown !== 'string') return [];
    const write = calls
      .slice(0, index)
      .findLast((one) => one.resource?.id === answer.resource?.id && one.resource?.act !== 'read');
    const sent = write && cronOf(write);
    if (write === undefined || sent === undefined || !succeeded(write) || !isSameCase(write, answer))
      return [];
    const isSettled =
      answer.sentAt >= endedAt(write) + consistencyWindowMs || shown !== earlier(calls, write);
    return isSettled ? [{ sent, asked: write, answer, crons: [shown] }] : [];
  });
}

/** What the schedule showed before. */
function earlier(calls: readonly Exchange[], write: Exchange): unknown {
  return calls.findLast(
    (one) =>
      one.sentAt < write.sentAt && one.operation === 'getSchedule' && one.resource?.id === write.resource?.id,
  )?.resource?.shows?.cron;
}

/** The expression that a call sends, where its name is known for sure and nothing else is odd about it. */
export function cronOf(call: Exchange): string | undefined {
  const { operation, resource, intent } = call;
  const cron = operation === 'convertTextToCron' ? queryOf(call, 'cron') : resource?.wrote?.cron;
  const isPlain = intent?.kind === 'valid' || intent?.kind === 'open-refusal';
  return isPlain && intent.certain && typeof cron === 'string' ? cron : undefined;
}
