import { succeeded } from '../../../exchanges/exchange.ts';
import { stateBefore } from '../../resource-state.ts';
import { type ResourceHistory, resourceHistories, storyOf, type Touch } from '../../resources.ts';
import { type Check, type Finding, finding, judgeEach } from '../../verdict.ts';

export const keepsWhatWasWritten: Check = {
  id: 'resource.keeps-what-was-written',
  whenUnseen: 'no record was written and read again under names that are known',
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording)
        .filter(({ touches }) => touches.some(({ operation }) => operations.includes(operation)))
        .flatMap((history) =>
          history.touches
            .filter((touch) => touch.about.act === 'read' && succeeded(touch))
            .map((read) => ({ history, read, roles: comparable(history, read) }))
            .filter(({ roles }) => roles.length > 0),
        ),
      ({ history, read, roles }) => departure(history, read, roles),
    ),
};

/** What is known of the record before, and shown by this read. */
function comparable(history: ResourceHistory, read: Touch): readonly string[] {
  const known = stateBefore(history, read);
  return Object.keys(known).filter((role) => known[role] !== undefined && role in (read.about.shows ?? {}));
}

function departure(history: ResourceHistory, read: Touch, roles: readonly string[]): Finding | undefined {
  const known = stateBefore(history, read);
  const role = roles.find((one) => !isSame(known[one], read.about.shows?.[one]));
  if (role === undefined) return undefined;
  return finding(storyOf(history, read), {
    expected: `${role} ${JSON.stringify(known[role])}, as it was written before`,
    observed: JSON.stringify(read.about.shows?.[role]) ?? 'nothing',
  });
}

/** Deployments may trim texts, and write colors in their own case. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): string =>
    typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
  return plain(one) === plain(other);
}
