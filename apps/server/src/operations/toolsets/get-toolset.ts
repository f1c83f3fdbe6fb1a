import { groupByToolkit, toToolsetWithTools } from '../../domain/tools/toolset.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/toolsets/{toolset_name} */
export const getToolset = defineOperation('getToolset', {
  isRepeatable: true,
  async answer({ caller, path }, { tools }) {
    const toolsets = groupByToolkit(await tools.listFor(caller.userId));
    const toolset = toolsets.find(({ name }) => name === path.toolset_name);
    return toolset ? ok(toToolsetWithTools(toolset)) : refuse('not-found', 'Toolset not found.');
  },
});
