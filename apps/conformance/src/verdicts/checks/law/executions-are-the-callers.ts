import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isMoment } from '../../../json/find-record.ts';
import { listsWithin } from '../../../json/lists-within.ts';
import { isUuid } from '../../../json/uuid.ts';
import { bodyIn } from '../../bodies.ts';
import { sharedEntry } from '../../findings/shared-entry.ts';
import { leavesIn } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const executionsAreTheCallers: Check = {
  id: 'law.executions-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['records-listed', 'foreign-call'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const lists = probesOf(recording, operations).filter(
      (one) => succeeded(one) && entriesOf(one).length > 0,
    );
    const [own, others] = ['own', 'other'].map((user) => lists.filter(({ identity }) => identity === user));
    const pairs = (own ?? []).flatMap((one) =>
      (others ?? []).filter((other) => isSameCase(one, other)).map((other) => ({ one, other })),
    );
    return judgeEach(pairs, ({ one, other }) => sharedEntry(one, other, entriesOf));
  },
};

/** The entries of a list that no other entry is like: two users may have run the same, but not at the same moment. */
function entriesOf(list: Exchange): readonly unknown[] {
  return listsWithin(bodyIn(list))
    .flat()
    .filter((entry) => leavesIn(entry).some(({ value }) => isFinelyTimed(value)));
}

/** A time to the millisecond, or a UUID. */
function isFinelyTimed(value: unknown): boolean {
  if (typeof value === 'number') return value > 1e12;
  if (typeof value !== 'string') return false;
  return (isMoment(value) && /\.\d*[1-9]/.test(value)) || isUuid(value);
}
