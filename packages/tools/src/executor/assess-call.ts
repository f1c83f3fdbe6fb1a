import type { ToolName } from '../gen/definitions.ts';
import { type ToolEffects, toolEffects } from '../operations/tool-effects.ts';
import type { ValidCall } from './backend.ts';

/** How far a call reaches: no one, one device, one person, a channel's subscribers, or all users of a client. */
export type BlastRadius = 'none' | 'device' | 'person' | 'channel' | 'everyone';

/** What a call would do, from its arguments alone. */
export interface Assessment {
  effects: ToolEffects;
  radius: BlastRadius;
  /** For a person who has to decide: what will happen, and to whom. */
  preview: string;
  cost: {
    requests: 1;
    /** At most; in the units of the service's rate limit, 1 per request and 4 per record. */
    units: number;
  };
}

export function assessCall({ tool, input }: ValidCall): Assessment {
  const effects = toolEffects[tool];
  const reach = tool === 'NOTIFIER_CREATE_PUSH' ? reachOfPush(input) : undefined;
  const ending = effects.destructive ? " This can't be undone." : '';
  return {
    effects,
    radius: reach?.radius ?? radii[tool] ?? 'none',
    preview: `${reach ? `Sends a ${input.type} to ${reach.to}` : describe(tool, input)}.${ending}`,
    cost: { requests: 1, units: 1 + 4 * recordsOf(tool, input) },
  };
}

const radii: Partial<Record<ToolName, BlastRadius>> = {
  NOTIFIER_CREATE_CHAT: 'person',
  NOTIFIER_CREATE_DEVICE: 'device',
  NOTIFIER_UPDATE_DEVICE: 'device',
  NOTIFIER_DELETE_DEVICE: 'device',
  NOTIFIER_DELETE_CHAT: 'person',
  NOTIFIER_DELETE_PUSH: 'person',
  NOTIFIER_DELETE_ALL_PUSHES: 'person',
  NOTIFIER_UPDATE_CHAT: 'person',
  NOTIFIER_UPDATE_PUSH: 'person',
};

/** Services refuse two targets; until they do, the widest counts. */
function reachOfPush(input: ValidCall['input']): { radius: BlastRadius; to: string } {
  if (input.client_iden !== undefined)
    return { radius: 'everyone', to: `everyone who uses the client ${input.client_iden}` };
  if (input.channel_tag !== undefined)
    return { radius: 'channel', to: `all subscribers of the channel ${input.channel_tag}` };
  if (input.email !== undefined) return { radius: 'person', to: `${input.email}` };
  if (input.device_iden !== undefined) return { radius: 'device', to: `the device ${input.device_iden}` };
  return { radius: 'person', to: 'all devices of the user' };
}

/** What a preview says of a tool, before the name of the record. */
const deeds: Readonly<Record<ToolName, string>> = {
  NOTIFIER_CREATE_CHAT: 'Create chat',
  NOTIFIER_CREATE_DEVICE: 'Create device',
  NOTIFIER_CREATE_PUSH: 'Create push',
  NOTIFIER_DELETE_ALL_PUSHES: 'Deletes all pushes of the user',
  NOTIFIER_DELETE_CHAT: 'Delete chat',
  NOTIFIER_DELETE_DEVICE: 'Delete device',
  NOTIFIER_DELETE_PUSH: 'Delete push',
  NOTIFIER_GET_USER: 'Get user',
  NOTIFIER_LIST_CHATS: 'List chats',
  NOTIFIER_LIST_DEVICES: 'List devices',
  NOTIFIER_LIST_PUSHES: 'List pushes',
  NOTIFIER_UPDATE_CHAT: 'Update chat',
  NOTIFIER_UPDATE_DEVICE: 'Update device',
  NOTIFIER_UPDATE_PUSH: 'Update push',
  NOTIFIER_UPLOAD_REQUEST: 'Upload request',
};

function describe(tool: ToolName, input: ValidCall['input']): string {
  const name = input.iden ?? input.device_iden ?? input.email ?? input.nickname ?? input.file_name;
  return `${deeds[tool]}${name === undefined ? '' : ` ${name}`}`;
}

const lists: readonly ToolName[] = ['NOTIFIER_LIST_CHATS', 'NOTIFIER_LIST_DEVICES', 'NOTIFIER_LIST_PUSHES'];

const mostPerPage = 500;

function recordsOf(tool: ToolName, { limit }: ValidCall['input']): number {
  if (!lists.includes(tool)) return 1;
  return typeof limit === 'number' ? Math.max(1, limit) : mostPerPage;
}
