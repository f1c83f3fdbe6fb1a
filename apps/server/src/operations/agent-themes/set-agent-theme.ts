import { setTheme } from '../../store/agent-theme-repository.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, refuse } from '../outcome.ts';
import { toThemeRecord } from './theme-record.ts';

const colorPattern = /^#[0-9a-f]{6}$/i;

/** PUT /me/agents/{agent_id}/customizations/theme */
export const setAgentTheme = defineOperation('setAgentTheme', {
  async answer({ caller, path, body: { theme_color: color } }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    if (color === undefined || !colorPattern.test(color))
      return refuse(
        'invalid',
        'theme_color is not a color: give # and six hexadecimal digits, such as #1f6feb.',
      );
    return ok(toThemeRecord(await setTheme(db, agent.id, color)));
  },
});
