import { insertRecord } from '../insert-record.ts';
import type { Answered, ServiceCall, ServiceContext } from '../service-context.ts';
import { notFound } from '../service-error.ts';
import { writeRecord } from '../write-record.ts';

const fields = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];

export async function createDevice(context: ServiceContext, { user, input }: ServiceCall): Promise<Answered> {
  const { record } = await insertRecord(context, { kind: 'device', owner: user.iden, data: pick(input) });
  return { body: writeRecord(record), records: 1 };
}

export async function updateDevice(
  context: ServiceContext,
  { user, iden, input }: ServiceCall,
): Promise<Answered> {
  const place = { kind: 'device', owner: user.iden, iden } as const;
  const changed = await context.storage.change(place, { modified: context.stamp(), data: pick(input) });
  if (!changed) throw notFound('device');
  return { body: writeRecord(changed), records: 1 };
}

function pick(input: ServiceCall['input']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name)));
}
