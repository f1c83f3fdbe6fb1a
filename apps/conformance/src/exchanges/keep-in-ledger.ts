import type { Call } from '../cases/sequences/sequence.ts';
import type { Operation } from '../spec/spec.ts';
import type { ResourceCall } from './exchange.ts';
import type { Ledger, LedgerIdentity } from './ledger.ts';
import type { Prepared } from './prepare-call.ts';
import type { Resolved } from './resolve-references.ts';

export interface LedgerEvent {
  /** Who made or removed it. */
  readonly as: Call['as'];
  readonly prepared: Pick<Prepared, 'contract' | 'path'>;
  readonly resource: ResourceCall | undefined;
  /** Identifiers that were told, or seen to open the record. */
  readonly opened: ReadonlyMap<string, Resolved>;
}

interface LedgerOptions {
  readonly ledger: Ledger;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Enters what a successful call made or removed. */
export function keepInLedger(event: LedgerEvent, { ledger, operations }: LedgerOptions): void {
  const { resource, prepared } = event;
  if (resource?.act !== 'create' && resource?.act !== 'remove') return;
  const identity = identityOf(event.as);
  const family = prepared.contract.resource?.family;
  const id = idOf(event);
  const removal = [...operations.values()].find(
    (one) => one.resource?.family === family && one.resource?.act === 'remove',
  );
  // Without its identifier, a path may name something else.
  if (!family || identity === undefined || !id || removal === undefined) return;
  const name = {
    family: family.name,
    id: resource.parent === undefined ? id : `${resource.parent}/${id}`,
    identity,
  };
  if (resource.act === 'remove') {
    ledger.removed(name);
    return;
  }
  const parameter = removal.parameters.findLast((one) => one.in === 'path')?.name ?? '';
  const { parent } = family;
  const parents = parent && { [parent.parameter]: prepared.path[parent.parameter] ?? '' };
  ledger.created({ ...name, remove: { operation: removal.id, path: { ...parents, [parameter]: id } } });
}

function identityOf(as: Call['as'] = 'own'): LedgerIdentity | undefined {
  return as === 'own' || as === 'other' || as === 'sandbox' ? as : undefined;
}

function idOf({ resource, opened }: LedgerEvent): string | undefined {
  if (resource?.certain === true) return resource.id;
  const [found] = opened.values();
  return found === undefined ? undefined : String(found.value);
}
