import { insertRecord } from '../insert-record.ts';
import { normalizeEmail } from '../normalize-email.ts';
import type { Answered, ServiceCall, ServiceContext } from '../service-context.ts';
import { notFound } from '../service-error.ts';
import { writeRecord } from '../write-record.ts';

/** The chat that exists with this address, or a new one. */
export async function createChat(context: ServiceContext, { user, input }: ServiceCall): Promise<Answered> {
  const email = String(input.email);
  const normalized = normalizeEmail(email);
  const other = await context.storage.findByKey({ kind: 'user', owner: '', key: normalized });
  const person = other
    ? { type: 'user', iden: other.iden, name: other.data.name }
    : { type: 'email', name: email };
  const { record } = await insertRecord(context, {
    kind: 'chat',
    owner: user.iden,
    key: normalized,
    data: { muted: false, with: { email, email_normalized: normalized, ...person } },
  });
  return { body: writeRecord(record), records: 1 };
}

export async function updateChat(
  context: ServiceContext,
  { user, iden, input }: ServiceCall,
): Promise<Answered> {
  const place = { kind: 'chat', owner: user.iden, iden } as const;
  const changed = await context.storage.change(place, {
    modified: context.stamp(),
    data: { muted: input.muted },
  });
  if (!changed) throw notFound('chat');
  return { body: writeRecord(changed), records: 1 };
}
