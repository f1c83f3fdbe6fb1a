import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { textsIn } from '../../../json/texts-in.ts';
import { type CronFields, isSameCron, readCron } from '../../../model/cron.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { cronOf } from './invalid-cron-is-refused.ts';

export const cronKeepsItsMeaning: Check = {
  id: 'law.cron-keeps-its-meaning',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      [...conversions(recording), ...reads(recording)].filter(({ answer }) =>
        operations.includes(answer.operation),
      ),
      found,
      ({ crons }) => crons.some((text) => readCron(text).kind === 'valid'),
    ),
};

interface Given {
  readonly sent: string;
  readonly asked: Exchange;
  readonly answer: Exchange;
  /** The expressions in the answer. */
  readonly crons: readonly string[];
}

function conversions({ user }: Recording): readonly Given[] {
  return user
    .filter(({ operation, identity }) => operation === 'convertTextToCron' && identity === 'own')
    .filter(succeeded)
    .map((answer) => {
      const { text } = answer.response?.body ?? { text: '' };
      return { sent: cronOf(answer) ?? '', asked: answer, answer, crons: textsIn(parseJson(text) ?? text) };
    });
}

/** Each schedule with what was last written to it, once that has had time to show. */
function reads({ user, consistencyWindowMs }: Recording): readonly Given[] {
  const calls = user
    .filter(({ resource }) => resource?.family === 'schedule')
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return calls.flatMap((answer, index): Given[] => {
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

function found({ sent, asked, answer, crons }: Given): Found | undefined {
  if (asked === answer) return turned({ sent, asked, answer, crons });
  const meant = readCron(sent);
  const all = crons.flatMap((text) => {
    const cron = readCron(text);
    return cron.kind === 'valid' ? [{ text, fields: cron.fields }] : [];
  });
  if (meant.kind !== 'valid' || all.some(({ fields }) => isSameCron(fields, meant.fields))) return undefined;
  const changed = all.find(({ fields }) => isDistorted(fields, meant.fields));
  if (changed === undefined) return undefined;
  return finding([asked, answer], {
    expected: { kind: 'field', path: ['cron'], oneOf: [sent], because: { kind: 'sent' } },
    observed: { kind: 'field', path: ['cron'], value: changed.text },
  });
}

/** The fields of a conversion that stand in another order, whatever else the answer shows. */
function turned({ sent, answer, crons }: Given): Found | undefined {
  const words = (text: string): string => text.trim().split(/\s+/).toSorted().join(' ');
  const other = crons.find((text) => text.trim() !== sent && words(text) === words(sent));
  if (other === undefined || readCron(sent).kind !== 'valid') return undefined;
  return finding([answer], {
    expected: { kind: 'field', path: ['cron'], oneOf: [sent], because: { kind: 'sent' } },
    observed: { kind: 'field', path: ['cron'], value: other },
  });
}

/** A time zone moves hours and days, and a converter may take an expression for a text; neither does this. */
function isDistorted(fields: CronFields, meant: CronFields): boolean {
  const joined = fields.map((values) => values.join());
  const others = meant.map((values) => values.join());
  const isSwapped = joined.toSorted().join(';') === others.toSorted().join(';');
  const differing = joined.filter((values, index) => values !== others[index]);
  const isCut =
    differing.length === 1 &&
    fields.some(
      (values, index) =>
        values.length < (meant[index]?.length ?? 0) && values.every((one) => meant[index]?.includes(one)),
    );
  return isSwapped || isCut;
}
