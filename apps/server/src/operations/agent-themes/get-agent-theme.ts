import { findTheme } from '../../store/agent-theme-repository.ts';
import { findVisibleAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';
import { toThemeRecord } from './theme-record.ts';

/** GET /me/agents/{agent_id}/customizations/theme */
export const getAgentTheme = defineOperation('getAgentTheme', {
  isRepeatable: true,
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findVisibleAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const theme = await findTheme(db, agent.id);
    return ok(theme ? toThemeRecord(theme) : null);
  },
});
