import { isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** Two looks for the theme of an agent to which none was set, and what was set for another agent between them. */
interface Looks {
  readonly before: ResourceExchange;
  readonly set: ResourceExchange;
  readonly after: ResourceExchange;
}

export const themeIsOfItsAgent: Check = {
  id: 'law.theme-is-of-its-agent',
  drivenBy: 'sequences',
  evidence: ['record-read', 'record-written'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      looksIn(recording).filter(({ after }) => operations.includes(after.operation)),
      ({ before, set, after }) => {
        const color = set.resource.wrote?.theme_color;
        const shown = leavesOf(after).find(({ value }) => isColor(value, color));
        if (shown === undefined || leavesOf(before).some(({ value }) => isColor(value, color)))
          return undefined;
        const { family, id = '' } = after.resource;
        const because = { kind: 'not-subject', record: { family, id } } as const;
        return finding([before, set, after], {
          expected: { kind: 'unchanged', record: { family, id }, because },
          observed: { kind: 'field', path: shown.path, value: shown.value },
        });
      },
    ),
};

function looksIn(recording: Recording): readonly Looks[] {
  const calls = recording.user.filter(isResourceCall).filter(({ resource }) => resource.family === 'theme');
  const sets = calls.filter((one) => one.resource.act === 'change' && !isRefused(one));
  const reads = calls.filter(
    (one) => one.resource.act === 'read' && one.identity === 'own' && succeeded(one),
  );
  return reads.flatMap((after) => {
    const { id } = after.resource;
    const before = reads.find(
      (one) => one.resource.id === id && isSameCase(one, after) && endedAt(one) <= after.sentAt,
    );
    const isSet = sets.some(({ resource }) => resource.id === id);
    if (before === undefined || isSet) return [];
    return sets
      .filter((set) => isSameCase(set, after) && set.identity === 'own' && succeeded(set))
      .filter((set) => set.sentAt >= endedAt(before) && endedAt(set) <= after.sentAt)
      .map((set) => ({ before, set, after }));
  });
}

/** A color as it was sent, in small letters or in capitals. */
function isColor(value: unknown, color: unknown): boolean {
  return (
    typeof value === 'string' && typeof color === 'string' && value.toLowerCase() === color.toLowerCase()
  );
}
