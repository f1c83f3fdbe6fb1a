import type { AgentTheme } from '../../store/agent-theme-repository.ts';

/** An AgentThemePreferenceResponse. */
export function toThemeRecord({ agentId, color, updatedAt }: AgentTheme) {
  return { agent_id: agentId, theme_color: color, updated_at: updatedAt.toISOString() };
}
