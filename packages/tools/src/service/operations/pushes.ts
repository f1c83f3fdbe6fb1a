import { insertRecord } from '../insert-record.ts';
import { normalizeEmail } from '../normalize-email.ts';
import type { StoredRecord } from '../notification-storage.ts';
import type { Answered, ServiceCall, ServiceContext, User } from '../service-context.ts';
import { invalid, notFound } from '../service-error.ts';
import { writeRecord } from '../write-record.ts';

const content = [
  'type',
  'title',
  'body',
  'url',
  'file_name',
  'file_type',
  'file_url',
  'guid',
  'source_device_iden',
];
const targets = ['device_iden', 'email', 'channel_tag', 'client_iden'];

/** Sends a push to one target, or to all devices of the user. The same guid again gives the push of the first time. */
export async function createPush(context: ServiceContext, call: ServiceCall): Promise<Answered> {
  const { user, input } = call;
  const target = await findTarget(context, call);
  const { record, isNew } = await insertRecord(context, {
    kind: 'push',
    owner: user.iden,
    key: typeof input.guid === 'string' ? `guid:${input.guid}` : null,
    data: { ...pick(input), dismissed: false, ...sender(user), ...target.data },
  });
  if (isNew) await target.deliver(record);
  return { body: writeRecord(record), records: 1 };
}

/** Dismisses a push, or gives it the items of a list. */
export async function updatePush(
  context: ServiceContext,
  { user, iden, input }: ServiceCall,
): Promise<Answered> {
  const { dismissed, items } = input;
  const changed = await context.storage.change(
    { kind: 'push', owner: user.iden, iden },
    {
      modified: context.stamp(),
      data: { ...(dismissed !== undefined && { dismissed }), ...(items !== undefined && { items }) },
    },
  );
  if (!changed) throw notFound('push');
  return { body: writeRecord(changed), records: 1 };
}

/** Answers at once; the pushes of this moment go afterwards. */
export async function deleteAllPushes(context: ServiceContext, { user }: ServiceCall): Promise<Answered> {
  await context.enqueue({ type: 'delete-pushes', owner: user.iden, until: context.stamp() });
  return { body: {}, records: 1 };
}

/** The copy of a push that its receiver gets, at most once. A muted chat's pushes come without a notification. */
export async function receivePush(
  context: ServiceContext,
  push: StoredRecord,
  receiver: User,
): Promise<void> {
  const from = String(push.data.sender_email_normalized);
  const chat = await context.storage.findByKey({ kind: 'chat', owner: receiver.iden, key: from });
  const { guid: _guid, source_device_iden: _device, ...data } = push.data;
  await insertRecord(context, {
    kind: 'push',
    owner: receiver.iden,
    key: `from:${push.iden}`,
    data: {
      ...data,
      direction: 'incoming',
      dismissed: chat?.data.muted === true,
      receiver_iden: receiver.iden,
    },
  });
}

interface Target {
  data: Record<string, unknown>;
  deliver(push: StoredRecord): Promise<void>;
}

async function findTarget(context: ServiceContext, call: ServiceCall): Promise<Target> {
  const { user, input } = call;
  const named = targets.filter((name) => input[name] !== undefined);
  const [name, second] = named;
  if (second !== undefined)
    throw invalid(
      second,
      `A push has one target, and this one has ${named.join(' and ')}. Leave all but one out.`,
    );
  await checkDevice(context, user, { name: 'source_device_iden', iden: input.source_device_iden });
  if (name === 'email') return findPerson(context, user, String(input.email));
  if (name === 'channel_tag' || name === 'client_iden') return findAudience(context, call, name);
  const iden = input.device_iden;
  await checkDevice(context, user, { name: 'device_iden', iden });
  const data = {
    direction: 'self',
    ...receiver(user),
    ...(iden !== undefined && { target_device_iden: iden }),
  };
  return { data, deliver: async () => undefined };
}

async function checkDevice(
  { storage }: ServiceContext,
  user: User,
  { name, iden }: { name: string; iden: unknown },
): Promise<void> {
  if (iden === undefined) return;
  const device = await storage.find({ kind: 'device', owner: user.iden, iden: String(iden) });
  if (!device?.active) throw invalid(name, `You have no device ${iden}. Take one from the list of devices.`);
}

/** A user's list gets a copy; for anyone else a letter lies in the outbox, since nothing here sends e-mail. */
async function findPerson(context: ServiceContext, user: User, email: string): Promise<Target> {
  const key = normalizeEmail(email);
  const address = { receiver_email: email, receiver_email_normalized: key };
  const found = await context.storage.findByKey({ kind: 'user', owner: '', key });
  if (found?.iden === user.iden)
    return { data: { direction: 'self', ...receiver(user) }, deliver: async () => undefined };
  const data = { direction: 'outgoing', ...address, ...(found && { receiver_iden: found.iden }) };
  return {
    data,
    async deliver(push) {
      if (found) await receivePush(context, push, { iden: found.iden, email, name: String(found.data.name) });
      else
        await insertRecord(context, {
          kind: 'outbox',
          owner: user.iden,
          data: { to: email, push: push.iden },
        });
    },
  };
}

/** Only who owns a channel or client may send to its people. */
async function findAudience(
  context: ServiceContext,
  { user, input }: ServiceCall,
  name: 'channel_tag' | 'client_iden',
): Promise<Target> {
  const key = `${name}:${input[name]}`;
  const audience = await context.storage.findByKey({ kind: 'audience', owner: '', key });
  if (audience?.data.owner !== user.iden)
    throw invalid(name, `You own no ${name === 'channel_tag' ? 'channel' : 'client'} ${input[name]}.`);
  return {
    data: { direction: 'outgoing', [name]: input[name] },
    deliver: (push) =>
      context.enqueue({ type: 'fan-out', push: push.iden, owner: user.iden, audience: audience.iden }),
  };
}

function sender({ iden, email, name }: User) {
  const normalized = normalizeEmail(email);
  return { sender_iden: iden, sender_email: email, sender_email_normalized: normalized, sender_name: name };
}

function receiver({ iden, email }: User) {
  return { receiver_iden: iden, receiver_email: email, receiver_email_normalized: normalizeEmail(email) };
}

function pick(input: ServiceCall['input']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => content.includes(name)));
}
