import { z } from 'zod';
import { type AgentTheme, findTheme, setTheme } from '../store/agent-repository.ts';
import { findOwnAgent, findVisibleAgent, ownersOf } from './agent-access.ts';
import { defineOperation } from './define-operation.ts';
import { isRefusal, ok, okOf, refuse } from './outcome.ts';
import { id, time } from './record-parts.ts';

const color = /^#[0-9A-Fa-f]{6}$/;

const theme = z.object({
  agent_id: id,
  theme_color: z.string().regex(color),
  updated_at: time,
});

export const themeSchemas = { AgentThemePreferenceResponse: theme };

/** Read by the contract's schema, because a wrong color has a status of its own. */
export const themeBodies = {
  AgentThemePreferenceUpsertRequest: z.looseObject({
    theme_color: z.string().regex(color).describe('Any other is refused with 400.'),
  }),
};

/** An AgentThemePreferenceResponse. */
function toThemeRecord({ agentId, color, updatedAt }: AgentTheme): z.output<typeof theme> {
  return { agent_id: agentId, theme_color: color, updated_at: updatedAt.toISOString() };
}

/** GET /me/agents/{agent_id}/customizations/theme */
const getAgentTheme = defineOperation('getAgentTheme', {
  result: theme.nullable(),
  isCacheable: true,
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findVisibleAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const theme = await findTheme(db, agent.id);
    return okOf(ownersOf(agent, caller), theme ? toThemeRecord(theme) : null);
  },
});

const colorPattern = /^#[0-9a-f]{6}$/i;

/** PUT /me/agents/{agent_id}/customizations/theme */
const setAgentTheme = defineOperation('setAgentTheme', {
  changesOwn: true,
  result: theme,
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

export const themeOperations = [getAgentTheme, setAgentTheme];
