import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { fieldsIn } from '../../../json/find-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const slugIsOfOneAgent: Check = {
  id: 'law.slug-is-of-one-agent',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-read'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording) =>
    judgeEach(pairsIn(recording), ({ slug, first, second }) => {
      const shown = leavesOf(second).find(({ value }) => value === slug);
      if (shown === undefined) return undefined;
      return finding([first, second], {
        expected: { kind: 'field', path: shown.path, must: 'differ-between-records' },
        observed: { kind: 'field', path: shown.path, value: slug },
      });
    }),
};

interface Pair {
  readonly slug: string;
  /** Shows the slug with its agent, with which it was made. */
  readonly first: Exchange;
  /** Shows another agent, which was asked for with the same slug or is a clone of the first. */
  readonly second: Exchange;
}

/** Two agents of one case, read while both are there. */
function pairsIn(recording: Recording): readonly Pair[] {
  const made = probesOf(recording, ['upsertAgent', 'createChat', 'cloneChat']).filter(succeeded);
  return made.flatMap((one) => {
    const slug = slugIn(one);
    if (slug === undefined) return [];
    const others = made.filter(
      (other) => isSameCase(other, one) && other.id > one.id && mayTake(other, slug),
    );
    return others.flatMap((other) => {
      const both = Math.max(endedAt(one), endedAt(other));
      const [first, second] = [readOf(one, both, recording), readOf(other, both, recording)];
      const isKept = first !== undefined && leavesOf(first).some(({ value }) => value === slug);
      return second !== undefined && isKept ? [{ slug, first, second }] : [];
    });
  });
}

/** The slug that a body asks for, under whatever name a slug has. */
function slugIn({ request, resource }: Exchange): string | undefined {
  const wrote = resource?.wrote?.vanity_slug;
  if (typeof wrote === 'string') return wrote;
  const slug = fieldsIn(parseJson(request.body ?? '')).find(({ path }) =>
    isCalled(path.at(-1), 'vanity_slug'),
  );
  return typeof slug?.value === 'string' ? slug.value : undefined;
}

function mayTake(one: Exchange, slug: string): boolean {
  return one.operation === 'cloneChat' || slugIn(one) === slug;
}

/** The first read of what a call made, from a moment on. */
function readOf(made: Exchange, from: number, recording: Recording): Exchange | undefined {
  const id = made.resource?.id?.toLowerCase() ?? '';
  return probesOf(recording, ['getChat']).find(
    (read) => succeeded(read) && read.sentAt >= from && pathValues(read, recording)[0] === id,
  );
}
