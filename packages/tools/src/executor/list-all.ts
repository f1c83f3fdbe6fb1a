import type { ListChatsInput, ListPushesInput } from '../gen/inputs.ts';
import type { Chat, Push, ServiceRecord } from '../tool-output.ts';
import type { Executor } from './create-executor.ts';
import { UpstreamError } from './tool-error.ts';

/** Services have been seen to answer empty pages with a cursor; this many in a row end the list. */
const mostEmptyPages = 3;

/** All pushes, page by page; leaving the loop early asks for no more. The field names are those of a push service. */
export function listAllPushes(executor: Executor, input: ListPushesInput = {}): AsyncGenerator<Push> {
  const open = (cursor: string | undefined) =>
    executor.run({ tool: 'NOTIFIER_LIST_PUSHES', input: withCursor(input, cursor) });
  return listAll(open, { field: 'pushes', cursor: input.cursor });
}

/** All chats, page by page. */
export function listAllChats(executor: Executor, input: ListChatsInput = {}): AsyncGenerator<Chat> {
  const open = (cursor: string | undefined) =>
    executor.run({ tool: 'NOTIFIER_LIST_CHATS', input: withCursor(input, cursor) });
  return listAll(open, { field: 'chats', cursor: input.cursor });
}

function withCursor<Input extends { cursor?: string }>(input: Input, cursor: string | undefined): Input {
  return cursor === undefined ? input : { ...input, cursor };
}

/** Trusts a service to send the fields that push services send; each of them may be missing. */
async function* listAll<Item extends ServiceRecord>(
  open: (cursor: string | undefined) => Promise<unknown>,
  { field, cursor: first }: { field: string; cursor: string | undefined },
): AsyncGenerator<Item> {
  let cursor: unknown = first;
  let emptyPages = 0;
  do {
    const page: unknown = await open(typeof cursor === 'string' ? cursor : undefined);
    const items: unknown = Object(page)[field];
    if (!Array.isArray(items))
      throw new UpstreamError(
        `The answer has no list "${field}". How a list looks isn't shown; read this service's pages with run().`,
      );
    yield* items;
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    cursor = Object(page).cursor;
  } while (typeof cursor === 'string' && cursor !== '' && emptyPages < mostEmptyPages);
}
