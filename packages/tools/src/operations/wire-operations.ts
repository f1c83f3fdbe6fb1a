import type { ToolName } from '../gen/definitions.ts';

/** Where a tool's input goes in a request of a push service. The interface shows none of this. */
export interface WireOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With the parameter that names the record, such as `/pushes/{iden}`. */
  readonly path: string;
}

/** The public HTTP API of a push service whose operations and parameters have the same names. */
export const wireOperations: Readonly<Record<ToolName, WireOperation>> = {
  NOTIFIER_CREATE_CHAT: { method: 'POST', path: '/chats' },
  NOTIFIER_CREATE_DEVICE: { method: 'POST', path: '/devices' },
  NOTIFIER_CREATE_PUSH: { method: 'POST', path: '/pushes' },
  NOTIFIER_DELETE_ALL_PUSHES: { method: 'DELETE', path: '/pushes' },
  NOTIFIER_DELETE_CHAT: { method: 'DELETE', path: '/chats/{iden}' },
  NOTIFIER_DELETE_DEVICE: { method: 'DELETE', path: '/devices/{device_iden}' },
  NOTIFIER_DELETE_PUSH: { method: 'DELETE', path: '/pushes/{iden}' },
  NOTIFIER_GET_USER: { method: 'GET', path: '/users/me' },
  NOTIFIER_LIST_CHATS: { method: 'GET', path: '/chats' },
  NOTIFIER_LIST_DEVICES: { method: 'GET', path: '/devices' },
  NOTIFIER_LIST_PUSHES: { method: 'GET', path: '/pushes' },
  NOTIFIER_UPDATE_CHAT: { method: 'POST', path: '/chats/{iden}' },
  NOTIFIER_UPDATE_DEVICE: { method: 'POST', path: '/devices/{iden}' },
  NOTIFIER_UPDATE_PUSH: { method: 'POST', path: '/pushes/{iden}' },
  NOTIFIER_UPLOAD_REQUEST: { method: 'POST', path: '/upload-request' },
};
