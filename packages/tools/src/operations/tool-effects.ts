import type { ToolName } from '../gen/definitions.ts';

/**
 * What a tool does to the world. The interface says it in the purpose only; these are our annotations, after the public
 * HTTP API of a push service whose operations have the same names.
 */
export interface ToolEffects {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  /** A repeat changes nothing more. CREATE_PUSH is so with a guid only. */
  readonly idempotent: boolean;
  /** It reaches people or devices outside of the program. */
  readonly openWorld: true;
}

const reads: ToolEffects = { readOnly: true, destructive: false, idempotent: true, openWorld: true };
const adds: ToolEffects = { readOnly: false, destructive: false, idempotent: false, openWorld: true };
const sets: ToolEffects = { ...adds, idempotent: true };
const deletes: ToolEffects = { ...sets, destructive: true };

export const toolEffects: Readonly<Record<ToolName, ToolEffects>> = {
  NOTIFIER_CREATE_CHAT: sets,
  NOTIFIER_CREATE_DEVICE: adds,
  NOTIFIER_CREATE_PUSH: adds,
  NOTIFIER_DELETE_ALL_PUSHES: deletes,
  NOTIFIER_DELETE_CHAT: deletes,
  NOTIFIER_DELETE_DEVICE: deletes,
  NOTIFIER_DELETE_PUSH: deletes,
  NOTIFIER_GET_USER: reads,
  NOTIFIER_LIST_CHATS: reads,
  NOTIFIER_LIST_DEVICES: reads,
  NOTIFIER_LIST_PUSHES: reads,
  NOTIFIER_UPDATE_CHAT: sets,
  NOTIFIER_UPDATE_DEVICE: sets,
  NOTIFIER_UPDATE_PUSH: sets,
  NOTIFIER_UPLOAD_REQUEST: adds,
};
