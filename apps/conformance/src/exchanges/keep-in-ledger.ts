import { familyOf } from '../cases/journeys/families.ts';
import type { Call } from '../cases/journeys/journey.ts';
import type { Operation } from '../spec/spec.ts';
import type { Subject } from './exchange.ts';
import type { Identity, Ledger } from './ledger.ts';
import type { Prepared } from './prepare-call.ts';
import type { Resolved } from './resolve-references.ts';

export interface LedgerEvent {
  readonly call: Call;
  readonly prepared: Prepared;
  readonly about: Subject | undefined;
  /** Identifiers that were told, or seen to open the record. */
  readonly opened: ReadonlyMap<string, Resolved>;
}

interface LedgerOptions {
  readonly ledger: Ledger;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Enters what a successful call made or removed. */
export function keepInLedger(event: LedgerEvent, { ledger, operations }: LedgerOptions): void {
  const { about, prepared } = event;
  if (about?.act !== 'create' && about?.act !== 'remove') return;
  const identity = identityOf(event.call);
  const family = familyOf(prepared.contract.id);
  const id = idOf(event);
  const removal = [...operations.values()].find((one) => family?.acts[one.id] === 'remove');
  // Without its identifier, a path may name something else.
  if (!family || identity === undefined || !id || removal === undefined) return;
  const name = {
    family: family.name,
    id: [about.parent, id].filter((part) => part !== '').join('/'),
    identity,
  };
  if (about.act === 'remove') {
    ledger.removed(name);
    return;
  }
  const parameter = removal.parameters.findLast((one) => one.in === 'path')?.name ?? '';
  const parents = Object.fromEntries(family.parents.map((parent) => [parent, prepared.path[parent] ?? '']));
  ledger.created({ ...name, remove: { operation: removal.id, path: { ...parents, [parameter]: id } } });
}

function identityOf({ as = 'own' }: Call): Identity | undefined {
  return as === 'own' || as === 'other' || as === 'sandbox' ? as : undefined;
}

function idOf({ about, opened }: LedgerEvent): string | undefined {
  if (about?.certain === true) return about.id;
  const [found] = opened.values();
  return found === undefined ? undefined : String(found.value);
}
