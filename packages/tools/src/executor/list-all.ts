import type { ListChatsInput, ListPushesInput } from '../gen/inputs.ts';
import type { Executor } from './create-executor.ts';
import { UpstreamFault } from './tool-error.ts';

/** Services have been seen to answer empty pages with a cursor; this many in a row end the list. */
const mostEmptyPages = 3;

/** All pushes, page by page; leaving the loop early asks for no more. The field names are those of a push service. */
export function listAllPushes(executor: Executor, input: ListPushesInput = {}): AsyncGenerator<unknown> {
  return listAll(executor, { tool: 'NOTIFIER_LIST_PUSHES', field: 'pushes', input: { ...input } });
}

/** All chats, page by page. */
export function listAllChats(executor: Executor, input: ListChatsInput = {}): AsyncGenerator<unknown> {
  return listAll(executor, { tool: 'NOTIFIER_LIST_CHATS', field: 'chats', input: { ...input } });
}

interface Listing {
  tool: 'NOTIFIER_LIST_PUSHES' | 'NOTIFIER_LIST_CHATS';
  field: string;
  input: Readonly<Record<string, unknown>>;
}

async function* listAll(executor: Executor, { tool, field, input }: Listing): AsyncGenerator<unknown> {
  let cursor: unknown = input.cursor;
  let emptyPages = 0;
  do {
    const page: unknown = await executor.run({
      tool,
      input: { ...input, ...(cursor !== undefined && { cursor }) },
    });
    const items: unknown = Object(page)[field];
    if (!Array.isArray(items))
      throw new UpstreamFault(
        `The answer has no list "${field}". How a list looks isn't shown; read this service's pages with run().`,
      );
    yield* items;
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    cursor = Object(page).cursor;
  } while (typeof cursor === 'string' && cursor !== '' && emptyPages < mostEmptyPages);
}
