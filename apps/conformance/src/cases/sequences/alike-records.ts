import { agentBody, call, freshUuid, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

interface Kind {
  readonly id: string;
  readonly create: (name: string) => Call;
  readonly path: (name: string) => NonNullable<Call['path']>;
  readonly operations: { readonly replace: string; readonly change: string; readonly read: string };
  readonly body: (name: string) => NonNullable<Call['body']>;
  readonly remove: string;
}

const kinds: readonly Kind[] = [
  {
    id: 'chats-alike',
    create: (name) => call('createChat', { name, body: agentBody(`of ${name}`, 'private') }),
    path: (name) => ({ chat_id: of(name, 'agent_id') }),
    operations: { replace: 'replaceChat', change: 'updateChat', read: 'getChat' },
    body: (name) => agentBody(`of ${name}`, 'private'),
    remove: 'deleteChat',
  },
  {
    id: 'studio-chats-alike',
    create: (name) =>
      call('createStudioChat', {
        name,
        body: { run_id: freshUuid(`uuid of ${name}`), visibility: 'private' },
      }),
    path: (name) => ({ run_id: of(name, 'run_id') }),
    operations: { replace: 'replaceStudioChat', change: 'updateStudioChat', read: 'getStudioChat' },
    body: (name) => ({ run_id: of(name, 'run_id'), visibility: 'private' }),
    remove: 'deleteStudioChat',
  },
  {
    id: 'bundles-alike',
    create: (name) => call('createBundle', { name }),
    path: (name) => ({ bundle_id: of(name, 'bundle_id') }),
    operations: { replace: 'updateBundle', change: 'updateBundle', read: 'getBundle' },
    body: () => ({}),
    remove: 'deleteBundle',
  },
];

/** Two records with the same texts: what is done to one of them is nothing to the other one. */
export const alikeRecords: readonly Sequence[] = kinds.map(
  ({ id, create, path, operations: { replace, change, read }, body, remove }) => ({
    id,
    calls: [
      create('one'),
      create('other'),
      call(replace, { path: path('one'), body: body('one'), alike: true }),
      call(replace, { path: path('other'), body: body('other'), alike: true }),
      call(read, { path: path('other') }),
      call(change, { path: path('one'), body: {} }),
      call(read, { path: path('other') }),
      call(remove, { path: path('one') }),
      call(read, { path: path('other') }),
      call(remove, { path: path('other') }),
    ],
  }),
);
