// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import * as zod from 'zod/mini';

export const CreateChatInput = /*#__PURE__*/ zod.looseObject({
  email: /*#__PURE__*/ zod.string(),
});

export const CreateDeviceInput = /*#__PURE__*/ zod.looseObject({
  icon: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  model: /*#__PURE__*/ zod.string(),
  has_sms: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.boolean()),
  nickname: /*#__PURE__*/ zod.string(),
  push_token: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  app_version: /*#__PURE__*/ zod.number().check(/*#__PURE__*/ zod.refine(Number.isInteger, { error: 'must be an integer' }), /*#__PURE__*/ zod.minimum(0)),
  manufacturer: /*#__PURE__*/ zod.string(),
});

export const CreatePushInput = /*#__PURE__*/ zod.looseObject({
  type: /*#__PURE__*/ zod.enum(["note","link","file"]),
  url: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  body: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  guid: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  email: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  title: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  file_url: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  file_name: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  file_type: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  channel_tag: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  client_iden: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  device_iden: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  source_device_iden: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
}).check(
  /*#__PURE__*/ zod.refine((input) => input.type !== 'link' || input.url !== undefined, { path: ['url'], error: 'url is required when type is link' }),
  /*#__PURE__*/ zod.refine((input) => input.type !== 'file' || input.file_url !== undefined, { path: ['file_url'], error: 'file_url is required when type is file' }),
  /*#__PURE__*/ zod.refine((input) => input.type !== 'file' || input.file_name !== undefined, { path: ['file_name'], error: 'file_name is required when type is file' }),
  /*#__PURE__*/ zod.refine((input) => input.type !== 'file' || input.file_type !== undefined, { path: ['file_type'], error: 'file_type is required when type is file' }),
);

export const DeleteAllPushesInput = /*#__PURE__*/ zod.looseObject({
});

export const DeleteChatInput = /*#__PURE__*/ zod.looseObject({
  iden: /*#__PURE__*/ zod.string(),
});

export const DeleteDeviceInput = /*#__PURE__*/ zod.looseObject({
  device_iden: /*#__PURE__*/ zod.string(),
});

export const DeletePushInput = /*#__PURE__*/ zod.looseObject({
  iden: /*#__PURE__*/ zod.string(),
});

export const GetUserInput = /*#__PURE__*/ zod.looseObject({
});

export const ListChatsInput = /*#__PURE__*/ zod.looseObject({
  limit: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.number().check(/*#__PURE__*/ zod.refine(Number.isInteger, { error: 'must be an integer' }), /*#__PURE__*/ zod.maximum(500))),
  cursor: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
});

export const ListDevicesInput = /*#__PURE__*/ zod.looseObject({
});

export const ListPushesInput = /*#__PURE__*/ zod.looseObject({
  limit: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.number().check(/*#__PURE__*/ zod.refine(Number.isInteger, { error: 'must be an integer' }), /*#__PURE__*/ zod.maximum(500))),
  active: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.boolean()),
  cursor: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  modified_after: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.number()),
});

export const UpdateChatInput = /*#__PURE__*/ zod.looseObject({
  iden: /*#__PURE__*/ zod.string(),
  muted: /*#__PURE__*/ zod.boolean(),
});

export const UpdateDeviceInput = /*#__PURE__*/ zod.looseObject({
  iden: /*#__PURE__*/ zod.string(),
  icon: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  model: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  has_sms: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.boolean()),
  nickname: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  push_token: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
  app_version: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.number().check(/*#__PURE__*/ zod.refine(Number.isInteger, { error: 'must be an integer' }), /*#__PURE__*/ zod.minimum(0))),
  manufacturer: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.string()),
});

export const UpdatePushInput = /*#__PURE__*/ zod.looseObject({
  iden: /*#__PURE__*/ zod.string(),
  items: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.array(/*#__PURE__*/ zod.looseObject({
  text: /*#__PURE__*/ zod.string(),
  checked: /*#__PURE__*/ zod.boolean(),
}))),
  dismissed: /*#__PURE__*/ zod.optional(/*#__PURE__*/ zod.boolean()),
});

export const UploadRequestInput = /*#__PURE__*/ zod.looseObject({
  file_name: /*#__PURE__*/ zod.string(),
  file_type: /*#__PURE__*/ zod.string(),
});

/** Schema of each tool's input by its name. */
export const toolInputs = {
  NOTIFIER_CREATE_CHAT: CreateChatInput,
  NOTIFIER_CREATE_DEVICE: CreateDeviceInput,
  NOTIFIER_CREATE_PUSH: CreatePushInput,
  NOTIFIER_DELETE_ALL_PUSHES: DeleteAllPushesInput,
  NOTIFIER_DELETE_CHAT: DeleteChatInput,
  NOTIFIER_DELETE_DEVICE: DeleteDeviceInput,
  NOTIFIER_DELETE_PUSH: DeletePushInput,
  NOTIFIER_GET_USER: GetUserInput,
  NOTIFIER_LIST_CHATS: ListChatsInput,
  NOTIFIER_LIST_DEVICES: ListDevicesInput,
  NOTIFIER_LIST_PUSHES: ListPushesInput,
  NOTIFIER_UPDATE_CHAT: UpdateChatInput,
  NOTIFIER_UPDATE_DEVICE: UpdateDeviceInput,
  NOTIFIER_UPDATE_PUSH: UpdatePushInput,
  NOTIFIER_UPLOAD_REQUEST: UploadRequestInput,
} as const;
