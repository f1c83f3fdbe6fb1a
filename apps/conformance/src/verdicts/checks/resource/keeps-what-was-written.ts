import { isAttributeText } from '../../../deployment/field-mapping/attributes.ts';
import { isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { isAlike } from '../../../exchanges/written-values.ts';
import { comparedFieldsOf, leavesTheRest, mayHaveOwnForm } from '../../../spec/resources.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isFresh } from '../../presence.ts';
import { valuesBefore } from '../../resource-state.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories, traceOf } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const keepsWhatWasWritten: Check = {
  id: 'resource.keeps-what-was-written',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-shown'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording)
        .filter(({ calls }) => calls.some(({ operation }) => operations.includes(operation)))
        .flatMap((history) =>
          history.calls
            .filter((call) => call.resource.act !== 'remove' && succeeded(call))
            .filter((call) => operations.includes(lastWrite(history, call)?.operation ?? ''))
            .map((call) => ({ history, call, comparable: comparisons(history, call) }))
            .filter(({ comparable }) => comparable.length > 0)
            .filter(
              ({ call, comparable }) =>
                !isEarly(history, call, recording) || wrongOf(comparable) === undefined,
            ),
        ),
      ({ history, call, comparable }) => {
        const wrong = wrongOf(comparable);
        return wrong && departure(history, call, wrong);
      },
    ),
};

/** A read may come before what was written shows everywhere; the answer to a write shows the write itself. */
function isEarly(history: ResourceHistory, call: ResourceExchange, recording: Recording): boolean {
  return call.resource.act === 'read' && isFresh(history, call, recording);
}

function wrongOf(comparable: readonly Comparison[]): Comparison | undefined {
  return comparable.find(({ due, shown }) => !due.some((value) => isAlike(value, shown)));
}

/** What made the record what an answer shows: the answer's own request, or the write before it. */
function lastWrite({ calls }: ResourceHistory, shown: ResourceExchange): ResourceExchange | undefined {
  if (shown.resource.act !== 'read') return shown;
  return calls.findLast((call) => isWrite(call) && call.response !== undefined && call.sentAt < shown.sentAt);
}

/** A field that an answer shows, and the values of which it must be one. */
interface Comparison {
  readonly field: string;
  readonly due: readonly unknown[];
  readonly shown: unknown;
}

/** What an answer shows that is known. */
function comparisons(history: ResourceHistory, call: ResourceExchange): readonly Comparison[] {
  const { act, shows = {} } = call.resource;
  const shown = act === 'read' && isUnset(history, call) ? unset(history) : shows;
  return Object.entries(shown).flatMap(([field, value]) => {
    const due = dueOf(field, history, call).filter((one) => one !== undefined);
    const isKnown = due.length > 0 && due.every((one) => isCompared(history, field, one));
    const isInOwnForm =
      act !== 'read' && mayHaveOwnForm(history.kind, field) && !due.some((one) => one === value);
    return isKnown && !isInOwnForm ? [{ field, due, shown: value }] : [];
  });
}

/** Of what the interface doesn't speak of, only words of ours say what is due. */
function isCompared({ kind }: ResourceHistory, field: string, value: unknown): boolean {
  return (kind !== undefined && comparedFieldsOf(kind).includes(field)) || isAttributeText(field, value);
}

/** The values that an answer may show: a change that of before, or the one that it wrote. */
function dueOf(field: string, history: ResourceHistory, call: ResourceExchange): readonly unknown[] {
  const { act, wrote, unsure } = call.resource;
  if (unsure === 'all' || unsure?.includes(field)) return [];
  const before = valuesBefore(history, call, field);
  if (act === 'read') return before;
  if (call.intent?.kind !== 'valid') return [];
  const isPartial = leavesTheRest(history.kind?.operations[call.operation]);
  // What was sent under names that are not known is not known; texts of ours were not sent.
  if (wrote === undefined)
    return isPartial && !call.intent.filled ? before.filter((one) => isAttributeText(field, one)) : [];
  const written = wrote[field];
  // A clone takes up what was sent for it or not, and what was there already stays as it is.
  if (act === 'create') return isFirst(history, call) ? [written] : [];
  const isLeft = isPartial && written === undefined;
  return before.length > 0 && (isLeft || written !== undefined) ? [...before, written] : [];
}

function isFirst({ kind, existenceEvidence: [first] }: ResourceHistory, call: ResourceExchange): boolean {
  return first?.id === call.id && kind?.operations[call.operation]?.does !== 'clone';
}

/** Whether an answer says that there is no record, as the interface lets a theme's. */
function isUnset({ kind }: ResourceHistory, { response }: ResourceExchange): boolean {
  return kind?.absent !== undefined && response?.body.text.trim() === `${kind.absent.shownAs}`;
}

function unset({ kind }: ResourceHistory): Readonly<Record<string, null>> {
  return Object.fromEntries((kind === undefined ? [] : comparedFieldsOf(kind)).map((field) => [field, null]));
}

function departure(
  history: ResourceHistory,
  call: ResourceExchange,
  { field, due, shown }: Comparison,
): Found {
  return finding(traceOf(history, call), {
    expected: { kind: 'field', path: [field], oneOf: due, because: { kind: 'written' } },
    observed: { kind: 'field', path: [field], value: shown },
  });
}
