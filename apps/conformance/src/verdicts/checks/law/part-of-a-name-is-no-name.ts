import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { textsIn } from '../../../json/texts-in.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { memoize } from '../../memoize.ts';
import { pathValues } from '../../path-values.ts';
import { triesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const partOfANameIsNoName: Check = {
  id: 'law.part-of-a-name-is-no-name',
  drivenBy: 'sequences',
  evidence: ['answer'],
  needs: [],
  judge: (recording, rule) =>
    judgeEach(
      triesOf(recording, rule).filter((one) => !isShown(askedFor(one, recording), recording)),
      (one) => takenAnyway(one, { kind: 'unknown-id' }),
    ),
};

/** By the path, or else by the only text of the body; in small letters. */
function askedFor(one: Exchange, recording: Recording): string {
  const [text = ''] = textsIn(requestIn(one));
  return pathValues(one, recording).at(-1) ?? text.toLowerCase();
}

/** What any answer shows, but for what it repeats of the request, may be there by that name. */
function isShown(name: string, recording: Recording): boolean {
  return shownTexts(recording).has(name);
}

const shownTexts = memoize(
  ({ user }: Recording): ReadonlySet<string> =>
    new Set(
      user
        .filter(succeeded)
        .flatMap((one) => textsIn(bodyIn(one)).filter((text) => one.request.body?.includes(text) !== true))
        .map((text) => text.toLowerCase()),
    ),
);
