import { searchTools as search } from '../../domain/tools/search-tools.ts';
import { toMcpTool } from '../../domain/tools/tool.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/tools/search: among what the caller can run. */
export const searchTools = defineOperation('searchTools', {
  isRepeatable: true,
  async answer({ caller, query }, { tools }) {
    const found = search(await tools.listFor(caller.userId), {
      query: query.q,
      toolkit: query.toolkit ?? undefined,
      limit: query.limit,
      minimumScore: query.min_score,
    });
    return ok(found.map(({ tool, score }) => ({ ...toMcpTool(tool), score })));
  },
});
