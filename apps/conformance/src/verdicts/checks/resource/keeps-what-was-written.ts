import { isAttributeText } from '../../../deployment/vocabulary/attributes.ts';
import { isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { comparedRoles } from '../../../exchanges/subject-of.ts';
import { isAlike } from '../../../exchanges/written-values.ts';
import { formattedRoles, valuesBefore } from '../../resource-state.ts';
import { isFresh, type ResourceHistory, resourceHistories, storyOf, type Touch } from '../../resources.ts';
import { type Check, type Finding, finding, judgeEach, type Recording } from '../../verdict.ts';

export const keepsWhatWasWritten: Check = {
  id: 'resource.keeps-what-was-written',
  whenUnseen: 'no record was written and read again under names that are known',
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording)
        .filter(({ touches }) => touches.some(({ operation }) => operations.includes(operation)))
        .flatMap((history) =>
          history.touches
            .filter((touch) => touch.about.act !== 'remove' && succeeded(touch))
            .filter((touch) => operations.includes(lastWrite(history, touch)?.operation ?? ''))
            .map((touch) => ({ history, touch, comparable: comparisons(history, touch) }))
            .filter(({ comparable }) => comparable.length > 0)
            .filter(
              ({ touch, comparable }) =>
                !isEarly(history, touch, recording) || wrongOf(comparable) === undefined,
            ),
        ),
      ({ history, touch, comparable }) => {
        const wrong = wrongOf(comparable);
        return wrong && departure(history, touch, wrong);
      },
    ),
};

/** A read may come before what was written shows everywhere; the answer to a write shows the write itself. */
function isEarly(history: ResourceHistory, touch: Touch, recording: Recording): boolean {
  return touch.about.act === 'read' && isFresh(history, touch, recording);
}

function wrongOf(comparable: readonly Comparison[]): Comparison | undefined {
  return comparable.find(({ due, shown }) => !due.some((value) => isAlike(value, shown)));
}

/** What made the record what an answer shows: the answer's own request, or the write before it. */
function lastWrite({ touches }: ResourceHistory, shown: Touch): Touch | undefined {
  if (shown.about.act !== 'read') return shown;
  return touches.findLast(
    (touch) => isWrite(touch) && touch.response !== undefined && touch.sentAt < shown.sentAt,
  );
}

/** A field that an answer shows, and the values of which it must be one. */
interface Comparison {
  readonly role: string;
  readonly due: readonly unknown[];
  readonly shown: unknown;
}

/** What an answer shows that is known. */
function comparisons(history: ResourceHistory, touch: Touch): readonly Comparison[] {
  const { act, shows = {} } = touch.about;
  const shown = act === 'read' && isUnset(touch) ? { theme_color: null } : shows;
  return Object.entries(shown).flatMap(([role, value]) => {
    const due = dueOf(role, history, touch).filter((one) => one !== undefined);
    const isKnown = due.length > 0 && due.every((one) => isCompared(role, one));
    const isInOwnForm = act !== 'read' && formattedRoles.includes(role) && !due.some((one) => one === value);
    return isKnown && !isInOwnForm ? [{ role, due, shown: value }] : [];
  });
}

/** Of what the interface doesn't speak of, only words of ours say what is due. */
function isCompared(role: string, value: unknown): boolean {
  return comparedRoles.includes(role) || isAttributeText(role, value);
}

/** The values that an answer may show: a change that of before, or the one that it wrote. */
function dueOf(role: string, history: ResourceHistory, touch: Touch): readonly unknown[] {
  const { act, wrote, unsure } = touch.about;
  if (unsure === 'all' || unsure?.includes(role)) return [];
  const before = valuesBefore(history, touch, role);
  if (act === 'read') return before;
  // What was sent under names that nobody told is not known.
  if (wrote === undefined || touch.probe?.kind !== 'valid') return [];
  const written = wrote[role];
  // A clone takes up what was sent for it or not, and what was there already stays as it is.
  if (act === 'create') return isFirst(history, touch) ? [written] : [];
  const isLeft = touch.request.method === 'PATCH' && written === undefined;
  return before.length > 0 && (isLeft || written !== undefined) ? [...before, written] : [];
}

function isFirst({ sightings: [first] }: ResourceHistory, touch: Touch): boolean {
  return first?.id === touch.id && !touch.operation.startsWith('clone');
}

/** Of a theme alone the interface says that there may be none. */
function isUnset({ about, response }: Touch): boolean {
  return about.family === 'theme' && response?.body.text.trim() === 'null';
}

function departure(history: ResourceHistory, touch: Touch, { role, due, shown }: Comparison): Finding {
  return finding(storyOf(history, touch), {
    expected: `${role} ${due.map((value) => JSON.stringify(value)).join(' or ')}, as it was written`,
    observed: JSON.stringify(shown) ?? 'nothing',
  });
}
