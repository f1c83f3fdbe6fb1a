import type { RecordKind } from '../notification-storage.ts';
import type { Answered, ServiceCall, ServiceContext } from '../service-context.ts';
import { notFound } from '../service-error.ts';

/** Leaves a tombstone. A deleted push keeps its guid, so that a late retry doesn't send it again. */
export async function deleteRecord(
  { storage, stamp }: ServiceContext,
  { user, iden }: ServiceCall,
  kind: RecordKind,
): Promise<Answered> {
  const removal = { modified: stamp(), keepKey: kind === 'push' };
  if (!(await storage.remove({ kind, owner: user.iden, iden }, removal))) throw notFound(kind);
  return { body: {}, records: 1 };
}
