import type { CreatedObject, Ledger, LedgerEntry, ObjectName } from './ledger.ts';

/**
 * A ledger that hands every entry on as it comes, to be kept where a crash leaves it.
 *
 * @param entries what an earlier ledger kept
 */
export function createLedger(
  keep: (entry: LedgerEntry) => void,
  entries: readonly LedgerEntry[] = [],
): Ledger {
  const ever = new Set<string>();
  const left = new Map<string, CreatedObject>();
  const note = (entry: LedgerEntry): void => {
    const name = nameOf(entry);
    left.delete(name);
    if (entry.event === 'removed') return;
    const { event: _, ...object } = entry;
    ever.add(name);
    left.set(name, object);
  };
  for (const entry of entries) note(entry);
  const add = (entry: LedgerEntry): void => {
    keep(entry);
    note(entry);
  };
  return {
    created: (object) => add({ event: 'created', ...object }),
    removed: ({ family, id, identity }) => add({ event: 'removed', family, id, identity }),
    holds: (object) => ever.has(nameOf(object)),
    left: () => [...left.values()].reverse(),
  };
}

function nameOf({ family, id, identity }: ObjectName): string {
  return JSON.stringify([family, id, identity]);
}
