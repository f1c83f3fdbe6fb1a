import { type Exchange, isSameCase, succeeded } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { readCron } from '../model/cron.ts';
import { queryOf } from './lists.ts';
import { memoize } from './memoize.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

const family = 'schedule';
const read = 'getSchedule';
const conversion = 'convertTextToCron';

/** Whether a call asks for the expression that a text means, and writes nothing. */
export function isConversion({ operation }: Exchange): boolean {
  return operation === conversion;
}

/** A cron expression that was sent, and what an answer has in its place. */
export interface GivenCron {
  readonly sent: string;
  readonly asked: Exchange;
  readonly answer: Exchange;
  /** The expressions in the answer. */
  readonly crons: readonly string[];
}

/** Of conversions, and of schedules that were read. */
export const givenCrons = memoize((recording: Recording): readonly GivenCron[] => [
  ...conversions(recording),
  ...reads(recording),
]);

function conversions({ user }: Recording): readonly GivenCron[] {
  return user
    .filter(({ operation, identity }) => operation === conversion && identity === 'own')
    .filter(succeeded)
    .map((answer) => {
      const { text } = answer.response?.body ?? { text: '' };
      return { sent: cronOf(answer) ?? '', asked: answer, answer, crons: textsIn(parseJson(text) ?? text) };
    });
}

/** Each schedule with what was last written to it, once that has had time to show. */
function reads({ user, consistencyWindowMs }: Recording): readonly GivenCron[] {
  const calls = user
    .filter(({ resource }) => resource?.family === family)
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return calls.flatMap((answer, index): GivenCron[] => {
    if (answer.operation !== read || !succeeded(answer)) return [];
    const shown = cronIn(answer);
    if (shown === undefined) return [];
    const write = calls
      .slice(0, index)
      .findLast((one) => one.resource?.id === answer.resource?.id && one.resource?.act !== 'read');
    const sent = write && sentBy(write);
    if (write === undefined || sent === undefined || !succeeded(write) || !isSameCase(write, answer))
      return [];
    const isSettled =
      answer.sentAt >= endedAt(write) + consistencyWindowMs || shown !== earlier(calls, write);
    return isSettled ? [{ sent, asked: write, answer, crons: [shown] }] : [];
  });
}

/** What the schedule showed before. */
function earlier(calls: readonly Exchange[], write: Exchange): string | undefined {
  const before = calls.findLast(
    (one) => one.sentAt < write.sentAt && one.operation === read && one.resource?.id === write.resource?.id,
  );
  return before && cronIn(before);
}

/** The expression that an answer shows: by its name where that is known, else the only one that there is. */
function cronIn({ resource, response }: Exchange): string | undefined {
  const named = resource?.shows?.cron;
  return typeof named === 'string' ? named : onlyCronIn(response?.body.text ?? '');
}

function onlyCronIn(json: string): string | undefined {
  const crons = textsIn(parseJson(json)).filter((text) => readCron(text).kind === 'valid');
  return crons.length === 1 ? crons[0] : undefined;
}

/** The expression that a write sends for a schedule: by its name, else the only one that there is. */
function sentBy(write: Exchange): string | undefined {
  const isPlain = write.intent?.kind === 'valid' || write.intent?.kind === 'open-refusal';
  return cronOf(write) ?? (isPlain ? onlyCronIn(write.request.body ?? '') : undefined);
}

/** The expression that a call sends, where its name is known for sure and nothing else is odd about it. */
export function cronOf(call: Exchange): string | undefined {
  const { operation, resource, intent } = call;
  const cron = operation === conversion ? queryOf(call, 'cron') : resource?.wrote?.cron;
  const isPlain = intent?.kind === 'valid' || intent?.kind === 'open-refusal';
  return isPlain && intent.certain && typeof cron === 'string' ? cron : undefined;
}
