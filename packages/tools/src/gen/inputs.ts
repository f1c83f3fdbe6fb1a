// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

/** Input of NOTIFIER_CREATE_CHAT: Create a chat with an email address. */
export interface CreateChatInput {
  /** The person need not be a user of the notification service. */
  email: string;
}

/** Input of NOTIFIER_CREATE_DEVICE: Register a device. */
export interface CreateDeviceInput {
  icon?: string;
  model: string;
  /** Android only. */
  has_sms?: boolean;
  nickname: string;
  /** Platform-specific, blank for custom devices. */
  push_token?: string;
  /** At least 0. */
  app_version: number;
  manufacturer: string;
}

interface CreatePushFields {
  url?: string;
  body?: string;
  /** Client-generated, for idempotency. */
  guid?: string;
  email?: string;
  title?: string;
  file_url?: string;
  file_name?: string;
  /** MIME type. */
  file_type?: string;
  /** Broadcast to channel subscribers. */
  channel_tag?: string;
  /** OAuth client. */
  client_iden?: string;
  device_iden?: string;
  source_device_iden?: string;
}

/** Input of NOTIFIER_CREATE_PUSH: Send a push (note, link or file) to a device, user, channel or client. */
export type CreatePushInput = CreatePushFields &
  (
  | { type: 'note' }
  | { type: 'link'; url: string }
  | { type: 'file'; file_url: string; file_name: string; file_type: string }
  );

/** Input of NOTIFIER_DELETE_ALL_PUSHES: Delete all pushes of the user asynchronously. */
export interface DeleteAllPushesInput {
}

/** Input of NOTIFIER_DELETE_CHAT: Delete a chat. */
export interface DeleteChatInput {
  iden: string;
}

/** Input of NOTIFIER_DELETE_DEVICE: Delete a device. */
export interface DeleteDeviceInput {
  device_iden: string;
}

/** Input of NOTIFIER_DELETE_PUSH: Delete a push. */
export interface DeletePushInput {
  iden: string;
}

/** Input of NOTIFIER_GET_USER: Get the profile of the authenticated user. */
export interface GetUserInput {
}

/** Input of NOTIFIER_LIST_CHATS: List chats. */
export interface ListChatsInput {
  /** At most 500. */
  limit?: number;
  cursor?: string;
}

/** Input of NOTIFIER_LIST_DEVICES: List devices. */
export interface ListDevicesInput {
}

/** Input of NOTIFIER_LIST_PUSHES: List pushes. */
export interface ListPushesInput {
  /**
   * At most 500.
   * Default 500.
   */
  limit?: number;
  /** True returns only active pushes. */
  active?: boolean;
  cursor?: string;
  /** UNIX timestamp, float. */
  modified_after?: number;
}

/** Input of NOTIFIER_UPDATE_CHAT: Mute or unmute a chat. */
export interface UpdateChatInput {
  iden: string;
  muted: boolean;
}

/** Input of NOTIFIER_UPDATE_DEVICE: Update device metadata. */
export interface UpdateDeviceInput {
  iden: string;
  /** Common values: desktop, laptop, tablet, phone, watch, system, ios. */
  icon?: string;
  model?: string;
  has_sms?: boolean;
  nickname?: string;
  push_token?: string;
  /** At least 0. */
  app_version?: number;
  manufacturer?: string;
}

/** Input of NOTIFIER_UPDATE_PUSH: Dismiss a push or change list items. */
export interface UpdatePushInput {
  iden: string;
  /** List-style pushes. */
  items?: { text: string; checked: boolean }[];
  /** True hides notifications. */
  dismissed?: boolean;
}

/** Input of NOTIFIER_UPLOAD_REQUEST: Get a signed upload URL (signed form data) before pushing a file. */
export interface UploadRequestInput {
  file_name: string;
  /** MIME type. */
  file_type: string;
}

/** Input of each tool by its name. */
export interface ToolInputs {
  NOTIFIER_CREATE_CHAT: CreateChatInput;
  NOTIFIER_CREATE_DEVICE: CreateDeviceInput;
  NOTIFIER_CREATE_PUSH: CreatePushInput;
  NOTIFIER_DELETE_ALL_PUSHES: DeleteAllPushesInput;
  NOTIFIER_DELETE_CHAT: DeleteChatInput;
  NOTIFIER_DELETE_DEVICE: DeleteDeviceInput;
  NOTIFIER_DELETE_PUSH: DeletePushInput;
  NOTIFIER_GET_USER: GetUserInput;
  NOTIFIER_LIST_CHATS: ListChatsInput;
  NOTIFIER_LIST_DEVICES: ListDevicesInput;
  NOTIFIER_LIST_PUSHES: ListPushesInput;
  NOTIFIER_UPDATE_CHAT: UpdateChatInput;
  NOTIFIER_UPDATE_DEVICE: UpdateDeviceInput;
  NOTIFIER_UPDATE_PUSH: UpdatePushInput;
  NOTIFIER_UPLOAD_REQUEST: UploadRequestInput;
}
