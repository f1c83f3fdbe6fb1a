import type { ToolName } from '../gen/definitions.ts';
import { normalizeEmail } from './normalize-email.ts';
import { createChat, updateChat } from './operations/chats.ts';
import { deleteRecord } from './operations/delete-record.ts';
import { createDevice, updateDevice } from './operations/devices.ts';
import { listRecords } from './operations/list-records.ts';
import { createPush, deleteAllPushes, updatePush } from './operations/pushes.ts';
import { requestUpload } from './operations/uploads.ts';
import type { Answered, ServiceCall, ServiceContext } from './service-context.ts';
import { notFound } from './service-error.ts';

type Operation = (context: ServiceContext, call: ServiceCall) => Promise<Answered>;

/** What each tool does here. */
export const serviceOperations: Readonly<Record<ToolName, Operation>> = {
  NOTIFIER_CREATE_CHAT: createChat,
  NOTIFIER_CREATE_DEVICE: createDevice,
  NOTIFIER_CREATE_PUSH: createPush,
  NOTIFIER_DELETE_ALL_PUSHES: deleteAllPushes,
  NOTIFIER_DELETE_CHAT: (context, call) => deleteRecord(context, call, 'chat'),
  NOTIFIER_DELETE_DEVICE: (context, call) => deleteRecord(context, call, 'device'),
  NOTIFIER_DELETE_PUSH: (context, call) => deleteRecord(context, call, 'push'),
  NOTIFIER_GET_USER: getUser,
  NOTIFIER_LIST_CHATS: (context, call) => listRecords(context, call, { kind: 'chat', field: 'chats' }),
  NOTIFIER_LIST_DEVICES: (context, call) => listRecords(context, call, { kind: 'device', field: 'devices' }),
  NOTIFIER_LIST_PUSHES: (context, call) => listRecords(context, call, { kind: 'push', field: 'pushes' }),
  NOTIFIER_UPDATE_CHAT: updateChat,
  NOTIFIER_UPDATE_DEVICE: updateDevice,
  NOTIFIER_UPDATE_PUSH: updatePush,
  NOTIFIER_UPLOAD_REQUEST: requestUpload,
};

async function getUser({ storage, uploads }: ServiceContext, { user }: ServiceCall): Promise<Answered> {
  const record = await storage.find({ kind: 'user', owner: '', iden: user.iden });
  if (!record) throw notFound('user');
  const { iden, created, modified, data } = record;
  const email = { email: user.email, email_normalized: normalizeEmail(user.email) };
  return {
    body: { iden, created, modified, ...email, name: data.name, max_upload_size: uploads.maxSize },
    records: 1,
  };
}
