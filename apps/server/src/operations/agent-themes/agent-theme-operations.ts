import { getAgentTheme } from './get-agent-theme.ts';
import { setAgentTheme } from './set-agent-theme.ts';

export const agentThemeOperations = [getAgentTheme, setAgentTheme];
