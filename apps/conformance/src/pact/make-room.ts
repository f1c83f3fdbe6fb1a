import { type Calling, callDeployment } from './call-deployment.ts';

/** How many of these a user may have is not shown, and a full account refuses the next. */
const limited: readonly string[] = ['deleteBundle'];

/** Removes what an interaction has left of a kind that may be limited: what we made must not keep others from their state. */
export async function makeRoom(calling: Calling, tried: Set<string>): Promise<void> {
  for (const { family, id, identity, remove } of calling.ledger.left()) {
    const contract = remove && calling.operations.get(remove.operation);
    const name = `${family} ${id}`;
    if (contract === undefined || !limited.includes(contract.id) || tried.has(name)) continue;
    tried.add(name);
    await callDeployment({ contract, path: remove?.path ?? {}, identity }, calling);
  }
}
