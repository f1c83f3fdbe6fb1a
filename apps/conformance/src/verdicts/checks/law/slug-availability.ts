import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isMoment } from '../../../json/find-record.ts';
import { finding } from '../../findings/finding.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { memoize } from '../../memoize.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** Two looks for slugs: of an agent that an answer showed with it, and of letters drawn at random. */
export interface Looks {
  readonly shown: Exchange;
  readonly taken: Exchange;
  readonly free: Exchange;
}

export const slugCheckTellsApart: Check = {
  id: 'law.slug-check-tells-apart',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: [],
  judge: (recording) =>
    judgeEach(looksIn(recording), ({ shown, taken, free }) =>
      isSaidAlike(taken, free)
        ? finding([shown, free, taken], {
            expected: { kind: 'field', path: [], must: 'differ-from-another-input' },
            observed: { kind: 'field', path: [], value: resultOf(taken) },
          })
        : undefined,
    ),
};

export const generatedSlugIsFree: Check = {
  id: 'law.generated-slug-is-free',
  drivenBy: 'sequences',
  evidence: ['success-of-each', 'other-input'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      looksIn(recording).flatMap((looks) =>
        generatedIn(recording, looks).map((generated) => ({ ...looks, ...generated })),
      ),
      ({ generated, look, taken, free }) => {
        const [yes, no, is] = [free, taken, look].map(resultOf);
        const sign = [...(no ?? [])].find(([place, value]) => yes?.get(place) !== value);
        if (sign === undefined || is?.get(sign[0]) !== sign[1]) return undefined;
        const path = JSON.parse(sign[0]);
        return finding([generated, look], {
          expected: { kind: 'field', path, oneOf: [yes?.get(sign[0]) ?? null] },
          observed: { kind: 'field', path, value: sign[1] },
        });
      },
    ),
};

export const askingTakesNoSlug: Check = {
  id: 'law.asking-takes-no-slug',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      looksIn(recording).flatMap(({ taken, free }) => {
        const again = looksAfter(recording, free).find(
          (one) => one !== free && one.identity === free.identity && slugOf(one) === slugOf(free),
        );
        return again === undefined ? [] : [{ taken, free, again }];
      }),
      ({ taken, free, again }) =>
        !isSaidAlike(taken, free) && !isSaidAlike(again, free) && isSaidAlike(again, taken)
          ? finding([free, taken, again], {
              expected: { kind: 'same-as', other: { by: 'exchange', exchange: free.id } },
              observed: { kind: 'different' },
            })
          : undefined,
    ),
};

export const slugIsNoPattern: Check = {
  id: 'law.slug-is-no-pattern',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      looksIn(recording).flatMap((looks) => {
        if (isSaidAlike(looks.taken, looks.free)) return [];
        return [isPatternOf, isBeginningOf].flatMap((isAlike) => {
          const [taken, free] = [looks.taken, looks.free].map((look) => lookLike(look, isAlike, recording));
          return taken && free ? [{ ...looks, patterns: { taken, free } }] : [];
        });
      }),
      ({ taken, free, patterns }) =>
        isSaidAlike(patterns.taken, taken) && isSaidAlike(patterns.free, free)
          ? finding([taken, free, patterns.free, patterns.taken], {
              expected: { kind: 'field', path: [], must: 'differ-from-another-input' },
              observed: { kind: 'field', path: [], value: resultOf(patterns.taken) },
            })
          : undefined,
      // A wildcard that no slug may have is not looked up.
      ({ free, patterns }) => isSaidAlike(patterns.free, free),
    ),
};

/** The same user's look for a slug that is like this one. */
function lookLike(
  look: Exchange,
  isAlike: (other: string, slug: string) => boolean,
  recording: Recording,
): Exchange | undefined {
  return looksAfter(recording, look).find(
    (one) => one.identity === look.identity && isAlike(slugOf(one), slugOf(look)),
  );
}

/** With wildcards in it. */
function isPatternOf(other: string, slug: string): boolean {
  const isPattern = [...other].every((letter, index) => letter === slug[index] || letter === '_');
  return other !== slug && other.length === slug.length && isPattern;
}

/** What ends with a dash may be no slug at all. */
function isBeginningOf(other: string, slug: string): boolean {
  return other !== slug && /[a-z\d]$/i.test(other) && slug.startsWith(other);
}

/** Whether two looks say the same, but for the slug itself. */
export function isSaidAlike(one: Exchange, other: Exchange): boolean {
  return isDeepStrictEqual(resultOf(one), resultOf(other));
}

/** For each agent that was shown with a slug: the looks of somebody else for it, and for one that no agent has. */
export function looksBy(asker: Exchange['identity'], recording: Recording): readonly Looks[] {
  return probesOf(recording, ['getChat'])
    .filter(succeeded)
    .flatMap((shown) => {
      const looks = looksAfter(recording, shown).filter(({ identity }) => identity === asker);
      const [taken, free] = [true, false].map((isKept) =>
        looks.find((look) => isKept === holds(shown, slugOf(look))),
      );
      // "body unspecified": it may well say nothing.
      const isSaid = free !== undefined && resultOf(free).size > 0;
      return taken === undefined || !isSaid ? [] : [{ shown, taken, free }];
    });
}

/** What another user is told of the slugs of agents that are public. */
const looksIn = memoize((recording: Recording) => looksBy('other', recording));

function looksAfter(recording: Recording, one: Exchange): readonly Exchange[] {
  return probesOf(recording, ['checkVanitySlug']).filter(
    (look) =>
      succeeded(look) &&
      look.intent?.kind === 'valid' &&
      isSameCase(look, one) &&
      look.sentAt >= endedAt(one),
  );
}

/** What the generator gave the own user, where the same user looked for it. */
function generatedIn(
  recording: Recording,
  { shown }: Looks,
): readonly { readonly generated: Exchange; readonly look: Exchange }[] {
  return probesOf(recording, ['generateVanitySlug'])
    .filter((one) => one.identity === 'own' && succeeded(one) && isSameCase(one, shown))
    .flatMap((generated) => {
      const look = looksAfter(recording, generated).find(
        (one) => one.identity === 'own' && holds(generated, slugOf(one)),
      );
      return look === undefined ? [] : [{ generated, look }];
    });
}

export function slugOf(look: Exchange): string {
  return queryOf(look, 'slug') ?? '';
}

function holds(one: Exchange, slug: string): boolean {
  return leavesOf(one).some(({ value }) => value === slug);
}

/** The answer by places, without the slug itself, and the moment; nothing where there is no word of a result. */
function resultOf(look: Exchange): ReadonlyMap<string, unknown> {
  const slug = slugOf(look);
  const said = ({ path, value }: Leaf): Leaf => ({
    path,
    value: typeof value === 'string' ? value.replaceAll(slug, '').trim() : value,
  });
  return new Map(
    leavesOf(look)
      .map(said)
      .filter((leaf) => leaf.value !== null && leaf.value !== '' && !isMoment(leaf.value))
      .map(({ path, value }) => [JSON.stringify(path), value]),
  );
}
