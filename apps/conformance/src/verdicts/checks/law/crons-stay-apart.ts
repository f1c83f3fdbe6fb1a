import { type CronFields, isSameCron, readCron } from '../../../model/cron.ts';
import { finding } from '../../findings/finding.ts';
import { type GivenCron, givenCrons } from '../../given-crons.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const cronsStayApart: Check = {
  id: 'law.crons-stay-apart',
  drivenBy: 'sequences',
  evidence: ['cron-answered', 'other-input'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => {
        const told = distinctIn(recording, operation);
        return told.length < leastDistinct ? [] : [told];
      }),
      (told) => {
        const [first, ...others] = told;
        const last = others.at(-1);
        if (first === undefined || last === undefined) return undefined;
        if (others.some(({ shown }) => shown !== first.shown)) return undefined;
        return finding([first.given.answer, last.given.answer], {
          expected: { kind: 'field', path: ['cron'], oneOf: [last.given.sent], because: { kind: 'sent' } },
          observed: { kind: 'field', path: ['cron'], value: last.shown },
        });
      },
    ),
};

/** Two may well be rounded to the same time; a third one that differs from both is not. */
const leastDistinct = 3;

interface Told {
  readonly given: GivenCron;
  readonly meant: CronFields;
  /** The expression that the answer has in its place. */
  readonly shown: string;
}

/** Expressions of different meanings, each with the only one that an answer shows for it. */
function distinctIn(recording: Recording, operation: string): readonly Told[] {
  const all = givenCrons(recording)
    .filter(({ answer }) => answer.operation === operation)
    .flatMap((given): Told[] => {
      const meant = readCron(given.sent);
      const [shown, ...others] = given.crons.filter((text) => readCron(text).kind === 'valid');
      return meant.kind === 'valid' && shown !== undefined && others.length === 0
        ? [{ given, meant: meant.fields, shown }]
        : [];
    });
  return all.filter(
    ({ meant }, index) => !all.slice(0, index).some((earlier) => isSameCron(earlier.meant, meant)),
  );
}
