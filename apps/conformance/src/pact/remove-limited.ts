import type { Operation } from '../spec/spec.ts';
import { type Calling, callDeployment } from './call-deployment.ts';

/** Whether a creation documents a conflict though nothing is sent for it: how many there are can be the only reason. */
function isLimited({ resource, needsBody, statuses }: Operation): boolean {
  return resource?.does === 'create' && !needsBody && statuses.includes('409');
}

/** Removes what an interaction has left of a kind that may be limited: what we made must not keep others from their state. */
export async function removeLimited(calling: Calling, tried: Set<string>): Promise<void> {
  const limited = new Set(
    [...calling.operations.values()].filter(isLimited).map(({ resource }) => resource?.family.name),
  );
  for (const { family, id, identity, remove } of calling.ledger.left()) {
    const contract = remove && calling.operations.get(remove.operation);
    const name = `${family} ${id}`;
    if (contract === undefined || !limited.has(family) || tried.has(name)) continue;
    tried.add(name);
    await callDeployment({ contract, path: remove?.path ?? {}, identity }, calling);
  }
}
