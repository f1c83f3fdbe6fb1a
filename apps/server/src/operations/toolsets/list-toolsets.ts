import { groupByToolkit, toToolsetRecord } from '../../domain/tools/toolset.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/toolsets/list: the toolkits of what the caller can run. */
export const listToolsets = defineOperation('listToolsets', {
  isRepeatable: true,
  answer: async ({ caller }, { tools }) =>
    ok(groupByToolkit(await tools.listFor(caller.userId)).map(toToolsetRecord)),
});
