import { sandboxAgents } from './seed-sandbox.ts';

/** Messages with a known effect on the scripted model, for clients under development and conformance runs. */
export const sandboxFixtures = {
  agentId: sandboxAgents.demo,
  message: 'Hello, what can you do?',
  backgroundAgentId: sandboxAgents.background,
  backgroundMessage: '/background await sleep(300); return 6 * 7;',
  backgroundErrorMessage: '/background await sleep(100); throw new Error("This job fails on purpose.");',
  toolCallMessage: {
    message: '/tool lookup {"topic": "tides"}',
    name: 'lookup',
    output: 'TID-4821',
  },
} as const;
