import { Injectable } from '@nestjs/common';
import { createHmac, randomBytes, randomUUID } from 'crypto';
import { sleep, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { User } from '../store/models';
import { ToolFailure, ToolSpec } from './plain-tools';

const str = (description: string) => ({ type: 'string', description });
const req = (description: string) => ({ type: 'string', minLength: 1, description });
const bool = (description: string) => ({ type: 'boolean', description });

function spec(op: string, description: string, properties: Record<string, any>, required: string[] = []): ToolSpec {
  const words = op.toLowerCase().split('_');
  return {
    name: `NOTIFIER_${op}`, title: `Notifier: ${words.join(' ')}`, description, toolset: 'notifier', requiresConnection: true,
    inputSchema: { type: 'object', properties, required },
  };
}

export const NOTIFIER_TOOLS: ToolSpec[] = [
  spec('CREATE_CHAT', 'Create a chat with an email address', { email: req('Of the person, who need not be a user of the service') }, ['email']),
  spec('CREATE_DEVICE', 'Register a device', {
    icon: str('Icon'), model: req('Model'), has_sms: bool('Android only'), nickname: req('Name of the device'), push_token: str('Blank for custom devices'),
    app_version: { type: 'integer', minimum: 0, description: 'Version of the app' }, manufacturer: req('Manufacturer'),
  }, ['model', 'nickname', 'app_version', 'manufacturer']),
  spec('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', {
    type: { type: 'string', enum: ['note', 'link', 'file'], description: 'Kind' }, url: str('Required for a link'), body: str('Text'), guid: str('Made by the client, so that it is sent once'),
    email: str('To a user'), title: str('Title'), file_url: str('Required for a file'), file_name: str('Required for a file'), file_type: str('MIME type, required for a file'),
    channel_tag: str('To the subscribers of a channel'), client_iden: str('To an OAuth client'), device_iden: str('To a device'), source_device_iden: str('From a device'),
  }, ['type']),
  spec('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', {}),
  spec('DELETE_CHAT', 'Delete a chat', { iden: req('Of the chat') }, ['iden']),
  spec('DELETE_DEVICE', 'Delete a device', { device_iden: req('Of the device') }, ['device_iden']),
  spec('DELETE_PUSH', 'Delete a push', { iden: req('Of the push') }, ['iden']),
  spec('GET_USER', 'Get the profile of the authenticated user', {}),
  spec('LIST_CHATS', 'List chats', { limit: { type: 'integer', minimum: 1, maximum: 500, description: 'At most so many' }, cursor: str('From an answer') }),
  spec('LIST_DEVICES', 'List devices', {}),
  spec('LIST_PUSHES', 'List pushes', {
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 500, description: 'At most so many' }, active: bool('true returns only active pushes'), cursor: str('From an answer'),
    modified_after: { type: 'number', description: 'UNIX timestamp' },
  }),
  spec('UPDATE_CHAT', 'Mute or unmute a chat', { iden: req('Of the chat'), muted: bool('Whether it is muted') }, ['iden', 'muted']),
  spec('UPDATE_DEVICE', 'Update device metadata', {
    iden: req('Of the device'), icon: str('desktop, laptop, tablet, phone, watch, system, ios and others'), model: str('Model'), has_sms: bool('Whether it has SMS'), nickname: str('Name'),
    push_token: str('Token'), app_version: { type: 'integer', minimum: 0, description: 'Version of the app' }, manufacturer: str('Manufacturer'),
  }, ['iden']),
  spec('UPDATE_PUSH', 'Dismiss a push or change list items', {
    iden: req('Of the push'), dismissed: bool('true hides notifications'),
    items: { type: 'array', description: 'Of a list', items: { type: 'object', properties: { text: { type: 'string' }, checked: { type: 'boolean' } }, required: ['text', 'checked'] } },
  }, ['iden']),
  spec('UPLOAD_REQUEST', 'Get a signed upload URL (signed form data) before pushing a file', { file_name: req('Name'), file_type: req('MIME type') }, ['file_name', 'file_type']),
];

interface Thing { iden: string; active: boolean; created: number; modified: number; [k: string]: any; }
interface Account { iden: string; userId: string; chats: Thing[]; devices: Thing[]; pushes: Thing[]; }

const DEVICE_FIELDS = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];
const PUSH_FIELDS = ['type', 'title', 'body', 'url', 'guid', 'email', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'device_iden', 'source_device_iden'];
const pick = (input: any, fields: string[]) => Object.fromEntries(fields.filter((f) => input[f] !== undefined && input[f] !== null).map((f) => [f, input[f]]));
const fresh = (): Thing => {
  const at = tick() / 1000;
  return { iden: `uj${randomBytes(9).toString('base64url')}`, active: true, created: at, modified: at };
};

@Injectable()
export class NotifierService {
  private readonly accounts = new Map<string, Account>();

  private account(user: User): Account {
    let a = this.accounts.get(user.userId);
    if (!a) {
      a = { iden: `u${user.userId.slice(-6)}`, userId: user.userId, chats: [], devices: [], pushes: [] };
      this.accounts.set(user.userId, a);
    }
    return a;
  }
  private find(list: Thing[], iden: string, kind: string): Thing {
    const t = list.find((x) => x.iden === iden && x.active);
    if (!t) throw new ToolFailure(`There is no ${kind} ${iden}`);
    return t;
  }
  private touch(t: Thing, changes: object): Thing {
    Object.assign(t, changes);
    t.modified = tick() / 1000;
    return t;
  }
  private kill(t: Thing) {
    for (const k of Object.keys(t)) if (!['iden', 'created', 'modified'].includes(k)) delete t[k];
    this.touch(t, { active: false });
  }
  private page(rows: Thing[], input: any, max: number, skip = 0) {
    const limit = input.limit ?? max;
    let from = 0;
    if (input.cursor) {
      const m = /^c\.(\d+)$/.exec(Buffer.from(input.cursor, 'base64url').toString());
      if (!m) throw new ToolFailure('cursor is none of ours');
      const at = Number(m[1]) / 1000;
      from = rows.findIndex((r) => r.created < at);
      if (from < 0) from = rows.length;
      from += skip;
    }
    const items = rows.slice(from, from + limit);
    const more = from + limit < rows.length;
    const cursor = more ? Buffer.from(`c.${Math.round(items[items.length - 1].created * 1000)}`).toString('base64url') : null;
    return { items, cursor };
  }

  /** What is wrong beyond the schema: fields that others ask for. */
  problems(name: string, input: any): string[] {
    if (name === 'NOTIFIER_CREATE_PUSH') {
      if (input.type === 'link' && !input.url && !faulty('push-link-without-url')) return ['input.url is required for a link'];
      if (input.type === 'file') return ['file_url', 'file_name', 'file_type'].filter((f) => !input[f]).map((f) => `input.${f} is required for a file`);
    }
    if (name === 'NOTIFIER_CREATE_CHAT' && !/^[^\s@]+@[^\s@]+$/.test(input.email)) return ['input.email must be an email address'];
    return [];
  }

  async call(user: User, name: string, input: any): Promise<Record<string, unknown>> {
    const a = this.account(user);
    const newest = (list: Thing[]) => [...list].sort((x, y) => y.created - x.created);
    switch (name.slice('NOTIFIER_'.length)) {
      case 'CREATE_CHAT': {
        const there = a.chats.find((c) => c.active && c.with.email === input.email.toLowerCase());
        if (there) return there;
        const chat = { ...fresh(), muted: false, with: { type: 'email', email: input.email.toLowerCase(), name: input.email.split('@')[0] } };
        a.chats.push(chat);
        return chat;
      }
      case 'CREATE_DEVICE': {
        const device = { ...fresh(), icon: 'system', has_sms: false, push_token: '', ...pick(input, DEVICE_FIELDS) };
        a.devices.push(device);
        return device;
      }
      case 'CREATE_PUSH': {
        const before = input.guid && !faulty('push-guid-ignored') ? a.pushes.find((p) => p.active && p.guid === input.guid) : undefined;
        if (before) return before;
        const push = { ...fresh(), dismissed: false, direction: 'self', sender_email: user.email, ...pick(input, PUSH_FIELDS) };
        a.pushes.push(push);
        return push;
      }
      case 'DELETE_ALL_PUSHES': {
        const doomed = faulty('delete-all-pushes-of-everyone') ? [...this.accounts.values()].flatMap((x) => x.pushes) : [...a.pushes];
        setTimeout(() => doomed.forEach((p) => { if (p.active) this.kill(p); }), 300).unref();
        return { accepted: true };
      }
      case 'DELETE_CHAT': this.kill(this.find(a.chats, input.iden, 'chat')); return { deleted: input.iden };
      case 'DELETE_DEVICE': this.kill(this.find(a.devices, input.device_iden, 'device')); return { deleted: input.device_iden };
      case 'DELETE_PUSH': this.kill(this.find(a.pushes, input.iden, 'push')); return { deleted: input.iden };
      case 'GET_USER': return { iden: a.iden, name: user.name, email: user.email, email_normalized: user.email, created: user.createdAt / 1000 };
      case 'LIST_CHATS': {
        const { items, cursor } = this.page(newest(a.chats.filter((c) => c.active)), input, 500, faulty('chats-cursor-skips') ? 1 : 0);
        return { chats: items, cursor };
      }
      case 'LIST_DEVICES': return { devices: newest(a.devices.filter((d) => d.active)) };
      case 'LIST_PUSHES': {
        const when = (p: Thing) => (faulty('modified-after-looks-at-created') ? p.created : p.modified);
        const rows = newest(a.pushes).filter((p) => (input.active !== true || p.active) && (input.modified_after === undefined || input.modified_after === null || when(p) > input.modified_after));
        const { items, cursor } = this.page(rows, input, 500);
        return { pushes: items, cursor };
      }
      case 'UPDATE_CHAT': {
        const chat = this.find(a.chats, input.iden, 'chat');
        if (faulty('unmute-ignored') && !input.muted) return chat;
        return this.touch(chat, { muted: input.muted });
      }
      case 'UPDATE_DEVICE': {
        const device = this.find(a.devices, input.iden, 'device');
        const blanks = faulty('update-device-blanks') ? Object.fromEntries(DEVICE_FIELDS.map((f) => [f, f === 'has_sms' ? false : f === 'app_version' ? 0 : ''])) : {};
        return this.touch(device, { ...blanks, ...pick(input, DEVICE_FIELDS) });
      }
      case 'UPDATE_PUSH': return this.touch(this.find(a.pushes, input.iden, 'push'), pick(input, ['items', 'dismissed']));
      case 'UPLOAD_REQUEST': {
        const id = randomUUID();
        const policy = Buffer.from(JSON.stringify({ key: `uploads/${id}/${input.file_name}`, expires: Date.now() + 3_600_000 })).toString('base64');
        await sleep(5);
        return {
          file_name: input.file_name, file_type: input.file_type, file_url: `https://files.nettle.example/${id}/${encodeURIComponent(input.file_name)}`,
          upload_url: 'https://upload.nettle.example/', data: { key: `uploads/${id}/${input.file_name}`, policy, signature: createHmac('sha256', 'nettle-upload').update(policy).digest('hex') },
        };
      }
      default: throw new ToolFailure('Unknown tool');
    }
  }
}
