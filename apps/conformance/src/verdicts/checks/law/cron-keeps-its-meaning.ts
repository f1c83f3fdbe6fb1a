import { type CronFields, isSameCron, readCron } from '../../../model/cron.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { type GivenCron, givenCrons } from '../../given-crons.ts';
import { memoize } from '../../memoize.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const cronKeepsItsMeaning: Check = {
  id: 'law.cron-keeps-its-meaning',
  drivenBy: 'sequences',
  evidence: ['cron-answered'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      givenCrons(recording).filter(({ answer }) => operations.includes(answer.operation)),
      (given) => found(given, givesBack(recording)),
      ({ crons }) => crons.some((text) => readCron(text).kind === 'valid'),
    ),
};

/** So many are no chance. */
const enough = 2;

/** Whether a converter gives expressions back as they were sent: one that takes words alone makes others of them. */
const givesBack = memoize((recording: Recording): boolean => {
  const back = givenCrons(recording).filter(
    ({ sent, asked, answer, crons }) =>
      asked === answer && readCron(sent).kind === 'valid' && crons.some((text) => text.trim() === sent),
  );
  return new Set(back.map(({ sent }) => sent)).size >= enough;
});

function found(given: GivenCron, isPlainConverter: boolean): Found | undefined {
  const { sent, asked, answer, crons } = given;
  const other = turned(given);
  if (other !== undefined || (asked === answer && !isPlainConverter)) return other;
  const meant = readCron(sent);
  const all = crons.flatMap((text) => {
    const cron = readCron(text);
    return cron.kind === 'valid' ? [{ text, fields: cron.fields }] : [];
  });
  if (meant.kind !== 'valid' || all.some(({ fields }) => isSameCron(fields, meant.fields))) return undefined;
  const changed = all.find(
    ({ text, fields }) =>
      isDistorted(fields, meant.fields) || (isPlain(text) && isOnAnotherDay(fields, meant.fields)),
  );
  return changed && shownInstead(given, changed.text);
}

/** The fields stand in another order, whatever else the answer shows. */
function turned(given: GivenCron): Found | undefined {
  const { sent, crons } = given;
  const words = (text: string): string => text.trim().split(/\s+/).toSorted().join(' ');
  const other = crons.find((text) => text.trim() !== sent && words(text) === words(sent));
  if (other === undefined || readCron(sent).kind !== 'valid') return undefined;
  return shownInstead(given, other);
}

function shownInstead({ sent, asked, answer }: GivenCron, value: string): Found {
  return finding(asked === answer ? [answer] : [asked, answer], {
    expected: { kind: 'field', path: ['cron'], oneOf: [sent], because: { kind: 'sent' } },
    observed: { kind: 'field', path: ['cron'], value },
  });
}

/** Of six fields some dialects count the days of the week from one. */
function isPlain(cron: string): boolean {
  return cron.trim().split(/\s+/).length === 5;
}

/** A time zone moves days only along with hours. */
function isOnAnotherDay(fields: CronFields, meant: CronFields): boolean {
  const differing = fields.flatMap((values, index) =>
    values.join() === meant[index]?.join() ? [] : [index],
  );
  return differing.length === 1 && Number(differing[0]) > 1;
}

/** A time zone moves hours and days, and a converter may take an expression for a text; neither does this. */
function isDistorted(fields: CronFields, meant: CronFields): boolean {
  const joined = fields.map((values) => values.join());
  const others = meant.map((values) => values.join());
  const isSwapped = joined.toSorted().join(';') === others.toSorted().join(';');
  const differing = joined.filter((values, index) => values !== others[index]);
  const isCutOrWidened =
    differing.length === 1 && fields.some((values, index) => isWithin(values, meant[index]));
  return isSwapped || isCutOrWidened;
}

/** Whether one holds all that the other does, and not the other way round. */
function isWithin(values: readonly number[], others: readonly number[] = []): boolean {
  const [fewer, more] = values.length < others.length ? [values, others] : [others, values];
  return fewer.length < more.length && fewer.every((one) => more.includes(one));
}
