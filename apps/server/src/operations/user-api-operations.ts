import { agentFileOperations } from './agent-files/agent-file-operations.ts';
import { agentRunsOperations } from './agent-runs/agent-runs-operations.ts';
import { agentThemeOperations } from './agent-themes/agent-theme-operations.ts';
import { agentOperations } from './agents/agent-operations.ts';
import { apiKeyOperations } from './api-keys/api-key-operations.ts';
import { billingOperations } from './billing/billing-operations.ts';
import { bundlesOperations } from './bundles/bundles-operations.ts';
import { chatOperations } from './chats/chat-operations.ts';
import { cliAuthOperations } from './cli-auth/cli-auth-operations.ts';
import { creditsOperations } from './credits/credits-operations.ts';
import type { UserOperation } from './define-operation.ts';
import { executionsOperations } from './executions/executions-operations.ts';
import { monetizationOperations } from './monetization/monetization-operations.ts';
import { paymentsOperations } from './payments/payments-operations.ts';
import { schedulesOperations } from './schedules/schedules-operations.ts';
import { studioChatOperations } from './studio-chats/studio-chat-operations.ts';
import { subscriptionsOperations } from './subscriptions/subscriptions-operations.ts';
import { toolsOperations } from './tools/tools-operations.ts';
import { toolsetsOperations } from './toolsets/toolsets-operations.ts';
import { userToolsOperations } from './user-tools/user-tools-operations.ts';
import { userOperations } from './users/user-operations.ts';
import { vipOperations } from './vip/vip-operations.ts';

/** The operations of the User API that are built, by family. */
export const userApiOperations: readonly UserOperation[] = [
  ...userOperations,
  ...studioChatOperations,
  ...chatOperations,
  ...agentThemeOperations,
  ...agentFileOperations,
  ...agentOperations,
  ...apiKeyOperations,
  ...cliAuthOperations,
  ...billingOperations,
  ...creditsOperations,
  ...monetizationOperations,
  ...paymentsOperations,
  ...subscriptionsOperations,
  ...vipOperations,
  ...agentRunsOperations,
  ...executionsOperations,
  ...toolsOperations,
  ...toolsetsOperations,
  ...userToolsOperations,
  ...bundlesOperations,
  ...schedulesOperations,
];
