import { type Answer, type Call, foreign, notFound, ok, type Route, refuse } from '../route.ts';
import { inOrder, ownedBy, type StudioChat } from '../store.ts';
import { requestedVisibility, sandboxRefusal } from './visibility.ts';

const one = '/me/agent-studio-chats/{run_id}';

export const studioChatRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/agent-studio-chats',
    answer: 'AgentStudioChat',
    many: true,
    statuses: [],
    handle: ({ style, store, user }) => {
      const { deletedIsListed, deletedIsReadable } = style.choices.studioChats;
      const listed = ownedBy(store.studioChats, user).filter(({ deleted }) => !deleted || deletedIsListed);
      // What can't be read any more is listed as what it is.
      const isMarked = ({ deleted }: StudioChat): boolean => deleted && !deletedIsReadable;
      return ok(
        inOrder(style, listed).map((chat) =>
          isMarked(chat) ? { ...chat, attributes: { ...chat.attributes, state: 'removed' } } : { ...chat },
        ),
      );
    },
  },
  {
    method: 'POST',
    path: '/me/agent-studio-chats',
    input: 'AgentStudioChatCreate',
    answer: 'AgentStudioChat',
    statuses: [400, 409],
    handle: create,
  },
  {
    method: 'GET',
    path: one,
    open: true,
    answer: 'AgentStudioChat',
    statuses: [403, 404],
    handle: (call) => {
      const found = find(call, 'read');
      return 'answer' in found ? found.answer : ok({ ...found.chat });
    },
  },
  {
    method: 'PUT',
    path: one,
    input: 'AgentStudioChatCreate',
    answer: 'AgentStudioChat',
    statuses: [400, 403, 404],
    handle: (call) => {
      const { style, body } = call;
      const visibility = requestedVisibility(call) ?? style.choices.agents.defaultVisibility;
      return change(call, (chat) => ({
        ...chat,
        visibility: call.user.tier === 'sandbox' ? 'public' : visibility,
        attributes: body.attributes,
      }));
    },
  },
  {
    method: 'PATCH',
    path: one,
    input: 'AgentStudioChatUpdate',
    answer: 'AgentStudioChat',
    statuses: [400, 403, 404],
    handle: (call) =>
      change(call, (chat) => ({
        ...chat,
        visibility: requestedVisibility(call) ?? chat.visibility,
        attributes: { ...chat.attributes, ...call.body.attributes },
      })),
  },
  {
    method: 'DELETE',
    path: one,
    answer: 'AgentStudioChat',
    statuses: [400, 403, 404],
    handle: (call) => change(call, (chat) => ({ ...chat, deleted: true })),
  },
  {
    method: 'POST',
    path: `${one}/clone`,
    answer: 'AgentStudioChat',
    success: 201,
    statuses: [400, 404],
    handle: clone,
  },
];

function create(call: Call): Answer {
  const { style, store, user, body } = call;
  const refusal = sandboxRefusal(call);
  if (refusal) return refusal;
  const run_id = typeof body.fields.run_id === 'string' ? body.fields.run_id : store.newString('chat');
  const before = store.studioChats.get(run_id);
  const { existing, revive } = style.choices.studioChats;
  if (before !== undefined && before.owner !== user.id) return refuse(409, 'This run id is taken');
  if (before !== undefined && !(before.deleted && revive)) {
    return existing === 200 && !before.deleted ? ok({ ...before }) : refuse(409, 'This run id is taken');
  }
  const visibility = requestedVisibility(call) ?? style.choices.agents.defaultVisibility;
  const chat: StudioChat = {
    run_id,
    owner: user.id,
    visibility: user.tier === 'sandbox' ? 'public' : visibility,
    deleted: false,
    created_at: store.now(),
    attributes: body.attributes,
  };
  store.studioChats.set(run_id, chat);
  return ok({ ...chat });
}

type Found = { readonly chat: StudioChat } | { readonly answer: Answer };

function find(call: Call, act: 'read' | 'change'): Found {
  const { style, store, user, path } = call;
  const chat = store.studioChats.get(path.run_id ?? '');
  const { deletedIsReadable } = style.choices.studioChats;
  if (chat === undefined || (chat.deleted && (act !== 'read' || !deletedIsReadable))) {
    return { answer: notFound('studio chat') };
  }
  if (chat.owner === user.id || (act === 'read' && chat.visibility === 'public')) return { chat };
  return { answer: foreign(call, 'studio chat') };
}

function change(call: Call, to: (chat: StudioChat) => StudioChat): Answer {
  const found = find(call, 'change');
  if ('answer' in found) return found.answer;
  const refusal = sandboxRefusal(call);
  if (refusal) return refusal;
  const chat = to(found.chat);
  call.store.studioChats.set(chat.run_id, chat);
  return ok({ ...chat });
}

function clone({ style, store, user, path }: Call): Answer {
  const chat = store.studioChats.get(path.run_id ?? '');
  if (chat === undefined || chat.deleted) return notFound('studio chat');
  if (chat.visibility === 'private') {
    const isHidden = chat.owner !== user.id && style.choices.foreign === 404;
    return isHidden ? notFound('studio chat') : refuse(400, 'Private chats cannot be cloned');
  }
  const copy: StudioChat = {
    ...chat,
    run_id: store.newString('chat'),
    owner: user.id,
    created_at: store.now(),
  };
  store.studioChats.set(copy.run_id, copy);
  return { status: 201, value: { ...copy } };
}
