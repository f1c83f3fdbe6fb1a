import type { Exchange, ResourceCall } from '../../src/exchanges/exchange.ts';
import type { Act } from '../../src/spec/resources.ts';
import { exchangeOf } from './exchange-of.ts';

interface Given extends Partial<Pick<Exchange, 'identity' | 'sentAt'>>, Partial<ResourceCall> {
  readonly status?: number;
}

const operations: Readonly<Record<string, Readonly<Partial<Record<Act, string>>>>> = {
  bundle: {
    create: 'createBundle',
    read: 'getBundle',
    list: 'listBundles',
    change: 'updateBundle',
    remove: 'deleteBundle',
  },
  agent: {
    create: 'createChat',
    read: 'getChat',
    list: 'listChats',
    change: 'updateChat',
    remove: 'deleteChat',
  },
  theme: { read: 'getAgentTheme', change: 'setAgentTheme' },
  file: { list: 'listAgentFiles' },
  'bundle tool': { create: 'addBundleTool', list: 'listBundleTools' },
};

const methods = { create: 'POST', read: 'GET', list: 'GET', change: 'PATCH', remove: 'DELETE' } as const;

let lastId = 0;

/** A call about the record 7, a bundle if nothing else is said, at a time; each takes 2 ms. */
export function resourceCallOf(
  act: Act,
  sentAt: number,
  { status = 200, identity = 'own', family = 'bundle', ...resource }: Given = {},
) {
  lastId += 1;
  return {
    ...exchangeOf({
      id: lastId,
      case: { kind: 'sequence', id: 'test' },
      operation: operations[family]?.[act] ?? '',
      identity,
      sentAt,
      status,
      body: '{"id": 7}',
      request: { method: methods[act], url: `http://target.test/me/bundles${act === 'create' ? '' : '/7'}` },
      intent: { kind: 'valid', certain: true },
    }),
    resource: {
      family,
      act,

      ...(act === 'list' ? {} : { id: '7' }),
      certain: true,
      ...resource,
    },
  };
}
