import { UserError } from '../../platform/errors.ts';
import type { Ask } from './ask-admin.ts';

/** What follows the name of a command. */
export interface AdminCall {
  arguments: readonly string[];
  options: {
    tier?: string | undefined;
    credits?: string | undefined;
    owner?: string | undefined;
    name?: string | undefined;
  };
}

type AdminCommand = (ask: Ask, call: AdminCall) => Promise<unknown>;

/** What an operator can do, by family and verb. */
export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  'users list': listUsers,
  'users show': async (ask, call) => await ask('GET', await pathOf(ask, user(call))),
  'users add': async (ask, call) =>
    await ask('POST', '/users', { name: user(call), ...given('tier', call.options.tier) }),
  'users set': async (ask, call) => await ask('PATCH', await pathOf(ask, user(call)), changeOf(call)),
  'users delete': async (ask, call) => await ask('DELETE', await pathOf(ask, user(call))),
  'users export': async (ask, call) => await ask('GET', `${await pathOf(ask, user(call))}/export`),
  'keys list': async (ask, call) => itemsOf(await ask('GET', `${await pathOf(ask, user(call))}/keys`)),
  'keys add': async (ask, call) =>
    await ask('POST', `${await pathOf(ask, user(call))}/keys`, given('name', call.options.name)),
  'keys revoke': async (ask, call) =>
    await ask(
      'DELETE',
      `${await pathOf(ask, user(call))}/keys/${encode(argument(call, 1, 'the id of a key'))}`,
    ),
  'codes list': async (ask) => itemsOf(await ask('GET', '/vip-codes')),
  'codes add': addCode,
  'codes remove': async (ask, call) =>
    await ask('DELETE', `/vip-codes/${encode(argument(call, 0, 'a code'))}`),
  'jobs list': async (ask) => itemsOf(await ask('GET', '/jobs')),
  'jobs cancel': async (ask, call) =>
    await ask('DELETE', `/jobs/${encode(argument(call, 0, 'the id of a job'))}`),
};

async function listUsers(ask: Ask): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const query: string = after === undefined ? '' : `?after=${encode(after)}`;
    const { items, next_after } = Object(await ask('GET', `/users${query}`));
    all.push(...items);
    after = next_after;
  }
  return all;
}

async function addCode(ask: Ask, call: AdminCall): Promise<unknown> {
  const { owner, credits = '100' } = call.options;
  const owner_id = owner === undefined ? undefined : await idOf(ask, owner);
  const code = {
    code: argument(call, 0, 'a code'),
    credits: number(credits),
    ...given('owner_id', owner_id),
  };
  return await ask('POST', '/vip-codes', code);
}

function changeOf({ options: { tier, credits } }: AdminCall): object {
  if (tier === undefined && credits === undefined)
    throw new UserError('Say what to set: --tier standard|sandbox, --credits NUMBER or --credits none.');
  const balance = credits === 'none' ? null : credits === undefined ? undefined : number(credits);
  return { ...given('tier', tier), ...(balance !== undefined && { credits: balance }) };
}

function itemsOf(answer: unknown): unknown {
  return Object(answer).items;
}

async function pathOf(ask: Ask, name: string): Promise<string> {
  return `/users/${await idOf(ask, name)}`;
}

/** Users are told by the subject of their JWTs. */
async function idOf(ask: Ask, name: string): Promise<string> {
  const { items } = Object(await ask('GET', `/users?name=${encode(name)}`));
  if (items.length === 0) throw new UserError(`There is no user ${name}.`);
  return items[0].user_id;
}

function user(call: AdminCall): string {
  return argument(call, 0, 'the name of a user');
}

function argument({ arguments: given }: AdminCall, index: number, what: string): string {
  const value = given[index];
  if (value === undefined) throw new UserError(`Give ${what}. Run with --help to see the commands.`);
  return value;
}

function given(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}

function number(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new UserError(`--credits ${text} is not a number of credits.`);
}

const encode = encodeURIComponent;
