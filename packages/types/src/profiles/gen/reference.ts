// Made by agent-workers-types from-openapi, from the document of @agent-workers/server.

import { type DeploymentProfile, defineProfile } from '../define-profile.ts';

/** The read-only view of one run. */
export type AgentRunView = {
  run_id: string;
  agent_id: string;
  state: 'idle' | 'answering' | 'job-running';
  job_id: string | null;
  /** In UTC. */
  created_at: string;
};

/** One page of agent runs. */
export type AgentRunViewListResponse = {
  items: AgentRunView[];
  next_cursor: string | null;
};

/** One read-only MCP server log entry of a run. */
export type McpServerLog = {
  run_id: string;
  log_id: number;
  method: 'tools/call';
  tool_name: string;
  input: unknown;
  /** Null while nothing has come back. */
  output: unknown;
  failed: boolean | null;
  /** In UTC. */
  created_at: string;
  answered_at: string | null;
};

/** One read-only log entry of a run. */
export type AgentRunLog =
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'run-created';
      agent_id: string;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'user-message';
      text: string;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'text';
      text: string;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'tool-call';
      call_id: string;
      name: string;
      input: unknown;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'tool-result';
      call_id: string;
      name: string;
      output: unknown;
      failed: boolean;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'job-started';
      job_id: string;
      call_id: string;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'job-finished';
      job_id: string;
      outcome: {
        status: 'succeeded' | 'failed';
      };
      text: string;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'error';
      message: string;
    }
  | {
      run_id: string;
      log_id: number;
      /** In UTC. */
      created_at: string;
      kind: 'done';
    };

/** The read-only record of one tool execution. */
export type ToolExecutionLog = {
  log_id: number;
  /** The run whose agent called the tool; null when its user did. */
  run_id: string | null;
  tool_name: string;
  toolkit: string;
  input: unknown;
  output: unknown;
  state: 'succeeded' | 'failed';
  duration_ms: number;
  /** In UTC. */
  created_at: string;
};

/** One page of tool execution logs. */
export type ToolExecutionLogsResponse = {
  items: ToolExecutionLog[];
  next_cursor: string | null;
};

/** The request for a checkout session. */
export type AgentSubscribeRequest = {
  success_url?: string;
  cancel_url?: string;
};

/** The checkout session that was created. */
export type AgentSubscribeResponse = {
  subscription_id: string;
  agent_id: string;
  session_id: string;
  checkout_url: string;
  /** In UTC. */
  expires_at: string;
  /** In cents per month. */
  amount: number;
  currency: 'usd';
};

/** The caller's subscription to a paid agent. */
export type AgentSubscriptionResponse = {
  subscription_id: string;
  agent_id: string;
  /** past_due: not paid for now, so the agent is closed to the subscriber. */
  status: 'pending' | 'active' | 'past_due' | 'ended';
  /** In cents per month. */
  amount: number;
  currency: 'usd';
  /** Where to pay, while the subscription is pending. */
  checkout_url: string | null;
  /** In UTC. */
  created_at: string;
  started_at: string | null;
  paid_until: string | null;
  ended_at: string | null;
};

/** The caller's subscriptions. */
export type AgentSubscriptionListResponse = {
  items: AgentSubscriptionResponse[];
};

/** An agent studio chat. */
export type AgentStudioChat = {
  run_id: string;
  title: string | null;
  agent_id: string | null;
  visibility: 'private' | 'public';
  /** In UTC. */
  created_at: string;
  /** In UTC. */
  updated_at: string;
  deleted_at: string | null;
};

/** The whole studio chat, to create or to replace it. */
export type AgentStudioChatCreate = {
  run_id?: string;
  title?: string | null;
  agent_id?: string | null;
  visibility?: 'private' | 'public';
};

/** The part of a studio chat to change. */
export type AgentStudioChatUpdate = {
  title?: string | null;
  agent_id?: string | null;
  visibility?: 'private' | 'public';
};

/** An agent. The legacy chats are the same record. */
export type Agent = {
  agent_id: string;
  /** The same record as a chat: equal to agent_id. */
  chat_id: string;
  name: string;
  description: string | null;
  /** Of a paid agent: left out unless the caller owns or pays for it. */
  chat_prompt?: string;
  visibility: 'private' | 'public';
  vanity_slug: string | null;
  upsell_description: string | null;
  /** In cents per month; null for a free agent. */
  subscription_price: number | null;
  /** In UTC. */
  created_at: string;
  /** In UTC. */
  updated_at: string;
};

/** The whole agent, to create or to update it. */
export type AgentRequest = {
  agent_id?: string;
  name?: string;
  description?: string | null;
  chat_prompt: string;
  visibility?: 'private' | 'public';
  vanity_slug?: string | null;
  subscription_price?: number | null;
};

/** What a vanity slug is generated from. */
export type SlugRequest = {
  name?: string;
};

/** The prompt for a code-generation service. */
export type VibeCoderPromptResponse = {
  agent_id: string;
  service_name: string;
  prompt: string;
};

/** The code-generation services. */
export type VibeCoderListResponse = {
  items: {
    service_name: string;
    title: string;
  }[];
};

/** The theme preference of an agent. */
export type AgentThemePreferenceResponse = {
  agent_id: string;
  theme_color: string;
  /** In UTC. */
  updated_at: string;
};

/** The theme preference to set. */
export type AgentThemePreferenceUpsertRequest = {
  /** Any other is refused with 400. */
  theme_color: string;
};

/** A file of an agent. */
export type AgentFileResponse = {
  file_id: string;
  agent_id: string;
  name: string;
  media_type: string;
  /** Of the content, in bytes of UTF-8. */
  size: number;
  position: number;
  /** In UTC. */
  created_at: string;
  /** In UTC. */
  updated_at: string;
  /** Left out of lists. */
  content?: string;
};

/** The files of an agent. */
export type AgentFileListResponse = {
  items: {
    file_id: string;
    agent_id: string;
    name: string;
    media_type: string;
    /** Of the content, in bytes of UTF-8. */
    size: number;
    position: number;
    /** In UTC. */
    created_at: string;
    /** In UTC. */
    updated_at: string;
  }[];
};

/** The file to create. */
export type AgentFileCreateRequest = {
  name?: string;
  media_type?: string;
  content?: string;
  position?: number;
};

/** The part of a file to change. */
export type AgentFileUpdateRequest = {
  name?: string;
  media_type?: string;
  content?: string;
  position?: number;
};

/** The new order of the files of an agent. */
export type AgentFileBatchPositionRequest = {
  positions: {
    file_id: string;
    position: number;
  }[];
};

/** The part of an agent to change or to override. */
export type AgentRequestPartial = {
  name?: string;
  description?: string | null;
  chat_prompt?: string;
  visibility?: 'private' | 'public';
  vanity_slug?: string | null;
  subscription_price?: number | null;
};

/** Any object; it is kept whole. */
export type UserFeedbackRequest = {
  [field: string]: unknown;
};

/** An API key without its key value. */
export type ApiKeyHidden = {
  api_key_id: number;
  name: string;
  is_default: boolean;
  /** In UTC. */
  created_at: string;
};

/** The API key to create. */
export type ApiKeyCreate = {
  name?: string;
};

/** An API key with its key value. */
export type ApiKey = {
  api_key_id: number;
  name: string;
  is_default: boolean;
  /** In UTC. */
  created_at: string;
  key?: string;
};

/** The billing information of the caller. */
export type BillingInformationSubscription = {
  tier: 'sandbox' | 'standard';
  currency: 'usd';
  active_subscriptions: number;
  /** In cents. */
  monthly_amount: number;
  next_payment_at: string | null;
  /** In cents. */
  total_paid: number;
  last_paid_at: string | null;
  credits: number | null;
};

/** The balance of agent execution credits. */
export type AgentExecutionCredits = {
  balance: number;
};

/** The answer to an event that was processed. */
export type PaymentWebhookResponseSuccess = {
  received: true;
  event_id: string;
  /** The event had come before, and changed nothing now. */
  duplicate: boolean;
};

/** The payment session to create. */
export type PaymentSessionRequest = {
  credits?: number;
  success_url?: string;
  cancel_url?: string;
};

/** The payment session that was created. */
export type PaymentSessionResponse = {
  session_id: string;
  url: string;
  /** In UTC. */
  expires_at: string;
  credits: number;
  /** In cents. */
  amount: number;
  currency: 'usd';
};

/** The total subscribers and earnings for the period. */
export type MonetizationSummary = {
  /** Days, today included. */
  period: number;
  /** Subscribed at some time of the period. */
  total_subscribers: number;
  /** Subscriptions that began in the period. */
  new_subscribers: number;
  /** In cents. */
  total_earnings: number;
  currency: 'usd';
};

/** The daily subscriber counts of the period. */
export type MonetizationSubscribersResponse = {
  /** Days, today included. */
  period: number;
  items: {
    /** A day in UTC. */
    date: string;
    subscribers: number;
    new_subscribers: number;
  }[];
};

/** The daily earnings of the period. */
export type MonetizationEarningsResponse = {
  /** Days, today included. */
  period: number;
  currency: 'usd';
  items: {
    /** A day in UTC. */
    date: string;
    /** In cents. */
    amount: number;
  }[];
};

/** A bundle in a simplified form. */
export type UserBundleSimplified = {
  bundle_id: number;
  name: string;
  tool_count: number;
};

/** The membership of a tool in a bundle. */
export type UserBundleTool = {
  bundle_id?: number;
  tool_id: string;
  /** In UTC. */
  added_at?: string;
};

/** A bundle, which holds tools. */
export type UserBundle = {
  bundle_id: number;
  name: string;
  description: string | null;
  /** In UTC. */
  created_at: string;
  /** In UTC. */
  updated_at: string;
  tools: {
    bundle_id: number;
    tool_id: string;
    /** In UTC. */
    added_at: string;
  }[];
};

/** The bundle to store. */
export type UserBundleRequest = {
  name?: string;
  description?: string | null;
  tools?: {
    tool_id: string;
  }[];
};

/** The row of a bundle that was deleted. */
export type UserBundleRow = {
  bundle_id: number;
  name: string;
  description: string | null;
  /** In UTC. */
  created_at: string;
  /** In UTC. */
  updated_at: string;
};

/** A CLI auth session. */
export type CliAuthModel = {
  cli_auth_id: string;
  /** In UTC. */
  expires_at: string;
};

/** The JWT to attach to a session. */
export type CliAuthInsertModel = {
  /** Left out, the caller's own JWT is attached. */
  jwt?: string;
};

/** The caller's schedules. */
export type ScheduleListResponse = {
  items: {
    schedule_id: string;
    chat_id: string;
    /** Minute, hour, day of month, month and day of week, in UTC. */
    cron: string;
    /** What the chat is told. */
    message: string;
    /** In UTC. */
    next_run_at: string;
    last_run_at: string | null;
    /** In UTC. */
    created_at: string;
  }[];
};

/** The schedule to create. */
export type ScheduleRequest = {
  chat_id?: string;
  /** Expected a cron expression of five fields: minute, hour, day of month, month and day of week, in UTC. */
  cron: string;
  message?: string;
};

/** The schedule to store. */
export type ScheduleUpdateRequest = {
  chat_id?: string;
  /** Expected a cron expression of five fields: minute, hour, day of month, month and day of week, in UTC. */
  cron?: string;
  message?: string;
};

/** A tool in MCP format. */
export type Tool = {
  name: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: {
    type: 'object';
  };
  /** The toolset that it belongs to. */
  toolkit: string;
  /** Of a search. */
  score?: number;
};

/** A public tool. */
export type PublicTool = {
  tool_id: string;
  name: string;
  description: string;
  toolkit: string;
  /** JSON Schema of the input. */
  input_schema: {
    type: 'object';
  };
};

/** The result of a tool run. */
export type ToolResult = {
  /** As tools in MCP format answer. */
  content: {
    type: string;
  }[];
  structuredContent?: unknown;
  isError: boolean;
  /** Of the execution log. */
  log_id: number;
  /** The service in whose name it ran. */
  service_id: string;
  /** The namespace of that service. */
  service_id_namespace: string;
};

/** A toolset. */
export type ToolSet = {
  toolset_name: string;
  tool_count: number;
};

/** A toolset with its tools. */
export type ToolSetWithTools = {
  toolset_name: string;
  tool_count: number;
  tools: {
    name: string;
    description: string;
    /** JSON Schema of the input. */
    inputSchema: {
      type: 'object';
    };
    /** The toolset that it belongs to. */
    toolkit: string;
  }[];
};

/** A tool that the caller has installed. */
export type UserTool = {
  tool_id: string;
  kind: 'public' | 'mcp-server';
  /** Of the MCP server. */
  url: string | null;
  /** By which its tools are run. */
  tool_names: string[];
  /** In UTC. */
  installed_at: string;
};

/** The tool to install. */
export type UserInstallToolRequest = {
  tool_id?: string;
  connection?: {
    token?: string;
    service_id?: string;
    service_id_namespace?: string;
  };
  mcp_server?: {
    name: string;
    url: string;
    token?: string;
  };
};

/** The record of an installation. */
export type UserInstalledTool = {
  tool_id: string;
  kind: 'public' | 'mcp-server';
  /** Of the MCP server. */
  url: string | null;
  /** By which its tools are run. */
  tool_names: string[];
  /** In UTC. */
  installed_at: string;
};

/** A user with the tier. */
export type UserWithTier = {
  user_id: string;
  /** The subject of the JWT. */
  name: string;
  tier: 'sandbox' | 'standard';
};

/** The redemption count of VIP codes. */
export type VipCodeRedemptionCount = {
  /** The codes that the caller has redeemed. */
  count: number;
};

/** The VIP code to redeem. */
export type VipCodeRequest = {
  code: string;
};

/** The redemption of a VIP code. */
export type VipCodeRedeemed = {
  code: string;
  /** What the code gave. */
  credits: number;
  balance: number;
  /** In UTC. */
  redeemed_at: string;
};

/** The message that starts a new interaction. The schema name is ours. */
export type StartRunRequest = {
  /** What the user says; may be empty. */
  message: string;
};

/** One message of a run. */
export type Message = {
  role: 'user' | 'assistant';
  content: string;
};

/**
 * The user message that is added to the run. After a background job any message value may resume the run. The
 * schema name is ours.
 */
export type ContinueRunRequest = {
  /** What the user says; may be empty. */
  message: string;
};

/**
 * One line of the stream. Lines carry the output of the worker and out-of-band signals such as tool calls and
 * their responses. The schema name is ours.
 */
export type NdjsonLine =
  | {
      type: 'user-message';
      text: string;
      /** The number of the event in the run. */
      seq: number;
    }
  | {
      type: 'text';
      text: string;
      /** The number of the event in the run. */
      seq: number;
    }
  | {
      type: 'tool-call';
      id: string;
      name: string;
      input: unknown;
      /** The number of the event in the run. */
      seq: number;
    }
  | {
      type: 'tool-result';
      id: string;
      name: string;
      output: unknown;
      failed: boolean;
      /** The number of the event in the run. */
      seq: number;
    }
  | {
      type: 'job';
      id: string;
      state: 'running' | 'succeeded' | 'failed';
      /** What came of it. */
      text?: string;
      /** The number of the event in the run. */
      seq: number;
    }
  | {
      type: 'error';
      message: string;
      /** The number of the event in the run. */
      seq: number;
    }
  | {
      type: 'done';
      /** The number of the event in the run. */
      seq: number;
    };

/** One line of an NDJSON answer. */
export type RunEvent = NdjsonLine;

/** What each operation takes and gives. */
export type ProfiledOperations = {
  startRun: { body: StartRunRequest };
  getRunMessages: { answer: Message[] };
  continueRun: { body: ContinueRunRequest };
  startRunNdjson: { body: StartRunRequest };
  continueRunNdjson: { body: ContinueRunRequest };
  listAgentRuns: { answer: AgentRunViewListResponse };
  getAgentRun: { answer: AgentRunView };
  listAgentRunMcpServerLogs: { answer: McpServerLog[] };
  listAgentRunLogs: { answer: AgentRunLog[] };
  listToolExecutionLogs: { answer: ToolExecutionLogsResponse };
  getToolExecutionLog: { answer: ToolExecutionLog };
  subscribeToAgent: { body: AgentSubscribeRequest; answer: AgentSubscribeResponse };
  unsubscribeFromAgent: { answer: AgentSubscriptionResponse };
  listSubscriptions: { answer: AgentSubscriptionListResponse };
  getSubscription: { answer: AgentSubscriptionResponse };
  listStudioChats: { answer: AgentStudioChat[] };
  createStudioChat: { body: AgentStudioChatCreate; answer: AgentStudioChat };
  getStudioChat: { answer: AgentStudioChat };
  replaceStudioChat: { body: AgentStudioChatCreate; answer: AgentStudioChat };
  deleteStudioChat: { answer: AgentStudioChat };
  updateStudioChat: { body: AgentStudioChatUpdate; answer: AgentStudioChat };
  cloneStudioChat: { answer: AgentStudioChat };
  listAgents: { answer: Agent[] };
  upsertAgent: { body: AgentRequest; answer: Agent };
  getAgent: { answer: Agent };
  generateUpsellDescription: { answer: Agent };
  checkVanitySlug: {
    answer: {
      slug: string;
      available: boolean;
    };
  };
  generateVanitySlug: {
    body: SlugRequest;
    answer: {
      slug: string;
    };
  };
  getVibePrompt: { answer: VibeCoderPromptResponse };
  listVibeServices: { answer: VibeCoderListResponse };
  getAgentTheme: { answer: AgentThemePreferenceResponse | null };
  setAgentTheme: { body: AgentThemePreferenceUpsertRequest; answer: AgentThemePreferenceResponse };
  listAgentFiles: { answer: AgentFileListResponse };
  createAgentFile: { body: AgentFileCreateRequest; answer: AgentFileResponse };
  getAgentFile: { answer: AgentFileResponse };
  updateAgentFile: { body: AgentFileUpdateRequest; answer: AgentFileResponse };
  reorderAgentFiles: { body: AgentFileBatchPositionRequest; answer: AgentFileListResponse };
  listChats: { answer: Agent[] };
  createChat: { body: AgentRequest; answer: Agent };
  getChat: { answer: Agent };
  replaceChat: { body: AgentRequest; answer: Agent };
  deleteChat: { answer: Agent };
  updateChat: { body: AgentRequestPartial; answer: Agent };
  getChatSocialPreview: {
    answer: {
      type: 'website';
      site_name: string;
      title: string;
      description: string | null;
      url: string;
    };
  };
  cloneChat: { body: AgentRequestPartial | null; answer: Agent };
  submitChatFeedback: { body: UserFeedbackRequest; answer: Agent };
  createChatRunLog: { answer: AgentRunLog };
  listApiKeys: { answer: ApiKeyHidden[] };
  createApiKey: { body: ApiKeyCreate; answer: ApiKey };
  getDefaultApiKey: { answer: ApiKey };
  getApiKey: { answer: ApiKey };
  deleteApiKey: { answer: ApiKeyHidden };
  getBilling: { answer: BillingInformationSubscription };
  getCredits: { answer: AgentExecutionCredits };
  useCredits: { answer: AgentExecutionCredits };
  receivePaymentEvent: {
    body:
      | {
          id: string;
          at: string;
          type: 'subscription.started';
          data: {
            subscription_id: string;
            reference: string;
          };
        }
      | {
          id: string;
          at: string;
          type: 'subscription.paid';
          data: {
            subscription_id: string;
            reference: string;
            amount: number;
            paid_until: string;
          };
        }
      | {
          id: string;
          at: string;
          type: 'subscription.past_due';
          data: {
            subscription_id: string;
            reference: string;
          };
        }
      | {
          id: string;
          at: string;
          type: 'subscription.ended';
          data: {
            subscription_id: string;
            reference: string;
          };
        }
      | {
          id: string;
          at: string;
          type: 'credits.paid';
          data: {
            user_id: string;
            credits: number;
            amount: number;
          };
        }
      | {
          id: string;
          at: string;
          type: string;
        };
    answer: PaymentWebhookResponseSuccess;
  };
  createPaymentSession: { body: PaymentSessionRequest; answer: PaymentSessionResponse };
  getMonetizationSummary: { answer: MonetizationSummary };
  getMonetizationSubscribers: { answer: MonetizationSubscribersResponse };
  getMonetizationEarnings: { answer: MonetizationEarningsResponse };
  listBundles: { answer: UserBundleSimplified[] };
  createBundle: { answer: UserBundle };
  getBundle: { answer: UserBundle };
  updateBundle: { body: UserBundleRequest; answer: UserBundle };
  deleteBundle: { answer: UserBundleRow };
  listBundleTools: { answer: UserBundleTool[] };
  addBundleTool: { body: UserBundleTool; answer: UserBundleTool };
  removeBundleTool: { answer: UserBundleTool };
  createCliAuthSession: { answer: CliAuthModel };
  consumeCliAuthJwt: { answer: string | null };
  attachCliAuthJwt: { body: CliAuthInsertModel; answer: CliAuthModel };
  listSchedules: { answer: ScheduleListResponse };
  createSchedule: {
    body: ScheduleRequest;
    answer: {
      schedule_id: string;
      chat_id: string;
      /** Minute, hour, day of month, month and day of week, in UTC. */
      cron: string;
      /** What the chat is told. */
      message: string;
      /** In UTC. */
      next_run_at: string;
      last_run_at: string | null;
      /** In UTC. */
      created_at: string;
    };
  };
  getScheduleOnboarding: {
    answer: {
      /** Whether the caller has a schedule. */
      is_complete: boolean;
      schedule_count: number;
      time_zone: 'UTC';
      suggestions: {
        text: string;
        /** Minute, hour, day of month, month and day of week, in UTC. */
        cron: string;
      }[];
    };
  };
  convertTextToCron: {
    answer: {
      /** Minute, hour, day of month, month and day of week, in UTC. */
      cron: string;
      /** In UTC. */
      next_run_at: string;
    };
  };
  getSchedule: {
    answer: {
      schedule_id: string;
      chat_id: string;
      /** Minute, hour, day of month, month and day of week, in UTC. */
      cron: string;
      /** What the chat is told. */
      message: string;
      /** In UTC. */
      next_run_at: string;
      last_run_at: string | null;
      /** In UTC. */
      created_at: string;
    };
  };
  updateSchedule: {
    body: ScheduleUpdateRequest;
    answer: {
      schedule_id: string;
      chat_id: string;
      /** Minute, hour, day of month, month and day of week, in UTC. */
      cron: string;
      /** What the chat is told. */
      message: string;
      /** In UTC. */
      next_run_at: string;
      last_run_at: string | null;
      /** In UTC. */
      created_at: string;
    };
  };
  deleteSchedule: {
    answer: {
      schedule_id: string;
      chat_id: string;
      /** Minute, hour, day of month, month and day of week, in UTC. */
      cron: string;
      /** What the chat is told. */
      message: string;
      /** In UTC. */
      next_run_at: string;
      last_run_at: string | null;
      /** In UTC. */
      created_at: string;
    };
  };
  listTools: { answer: Tool[] };
  listPublicTools: { answer: PublicTool[] };
  searchTools: { answer: Tool[] };
  getPublicTool: { answer: PublicTool };
  runTool: {
    body: {
      [field: string]: unknown;
    };
    answer: ToolResult;
  };
  listToolsets: { answer: ToolSet[] };
  getToolset: { answer: ToolSetWithTools };
  listUserTools: { answer: UserTool[] };
  installTool: { body: UserInstallToolRequest; answer: UserInstalledTool };
  getUserTool: { answer: UserTool };
  uninstallTool: { answer: UserInstalledTool };
  getCurrentUser: { answer: UserWithTier };
  getVipRedemptionCount: { answer: VipCodeRedemptionCount };
  redeemVipCode: { body: VipCodeRequest; answer: VipCodeRedeemed };
};

/** What the records of "Agent Workers server" look like. */
export interface Deployment extends DeploymentProfile<ProfiledOperations, RunEvent> {}

/** Goes into the option `profile` of a client. */
export const reference: Deployment = defineProfile<ProfiledOperations, RunEvent>({
  $defs: {
    AgentRunView: {
      type: 'object',
      properties: {
        run_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        agent_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        state: { type: 'string', enum: ['idle', 'answering', 'job-running'] },
        job_id: {
          anyOf: [
            {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            { type: 'null' },
          ],
        },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['run_id', 'agent_id', 'state', 'job_id', 'created_at'],
    },
    AgentRunViewListResponse: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/$defs/AgentRunView' } },
        next_cursor: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
      },
      required: ['items', 'next_cursor'],
    },
    McpServerLog: {
      type: 'object',
      properties: {
        run_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        method: { type: 'string', const: 'tools/call' },
        tool_name: { type: 'string' },
        input: {},
        output: {},
        failed: { type: ['boolean', 'null'] },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        answered_at: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
      },
      required: [
        'run_id',
        'log_id',
        'method',
        'tool_name',
        'input',
        'output',
        'failed',
        'created_at',
        'answered_at',
      ],
    },
    AgentRunLog: {
      oneOf: [
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'run-created' },
            agent_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'agent_id'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'user-message' },
            text: { type: 'string' },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'text'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'text' },
            text: { type: 'string' },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'text'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'tool-call' },
            call_id: { type: 'string' },
            name: { type: 'string' },
            input: {},
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'call_id', 'name', 'input'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'tool-result' },
            call_id: { type: 'string' },
            name: { type: 'string' },
            output: {},
            failed: { type: 'boolean' },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'call_id', 'name', 'output', 'failed'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'job-started' },
            job_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            call_id: { type: 'string' },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'job_id', 'call_id'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'job-finished' },
            job_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            outcome: {
              type: 'object',
              properties: { status: { type: 'string', enum: ['succeeded', 'failed'] } },
              required: ['status'],
              additionalProperties: {},
            },
            text: { type: 'string' },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'job_id', 'outcome', 'text'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'error' },
            message: { type: 'string' },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind', 'message'],
        },
        {
          type: 'object',
          properties: {
            run_id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            created_at: {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            kind: { type: 'string', const: 'done' },
          },
          required: ['run_id', 'log_id', 'created_at', 'kind'],
        },
      ],
    },
    ToolExecutionLog: {
      type: 'object',
      properties: {
        log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        run_id: {
          anyOf: [
            {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            { type: 'null' },
          ],
        },
        tool_name: { type: 'string' },
        toolkit: { type: 'string' },
        input: {},
        output: {},
        state: { type: 'string', enum: ['succeeded', 'failed'] },
        duration_ms: { type: 'number' },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: [
        'log_id',
        'run_id',
        'tool_name',
        'toolkit',
        'input',
        'output',
        'state',
        'duration_ms',
        'created_at',
      ],
    },
    ToolExecutionLogsResponse: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/$defs/ToolExecutionLog' } },
        next_cursor: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
      },
      required: ['items', 'next_cursor'],
    },
    AgentSubscribeRequest: {
      type: 'object',
      properties: {
        success_url: { type: 'string', maxLength: 2000, format: 'uri' },
        cancel_url: { type: 'string', maxLength: 2000, format: 'uri' },
      },
    },
    AgentSubscribeResponse: {
      type: 'object',
      properties: {
        subscription_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        agent_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        session_id: { type: 'string' },
        checkout_url: { type: 'string', format: 'uri' },
        expires_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        amount: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        currency: { type: 'string', const: 'usd' },
      },
      required: [
        'subscription_id',
        'agent_id',
        'session_id',
        'checkout_url',
        'expires_at',
        'amount',
        'currency',
      ],
    },
    AgentSubscriptionResponse: {
      type: 'object',
      properties: {
        subscription_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        agent_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        status: { type: 'string', enum: ['pending', 'active', 'past_due', 'ended'] },
        amount: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        currency: { type: 'string', const: 'usd' },
        checkout_url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        started_at: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
        paid_until: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
        ended_at: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
      },
      required: [
        'subscription_id',
        'agent_id',
        'status',
        'amount',
        'currency',
        'checkout_url',
        'created_at',
        'started_at',
        'paid_until',
        'ended_at',
      ],
    },
    AgentSubscriptionListResponse: {
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/$defs/AgentSubscriptionResponse' } } },
      required: ['items'],
    },
    AgentStudioChat: {
      type: 'object',
      properties: {
        run_id: { type: 'string' },
        title: { type: ['string', 'null'] },
        agent_id: { type: ['string', 'null'] },
        visibility: { type: 'string', enum: ['private', 'public'] },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        updated_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        deleted_at: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
      },
      required: ['run_id', 'title', 'agent_id', 'visibility', 'created_at', 'updated_at', 'deleted_at'],
    },
    AgentStudioChatCreate: {
      type: 'object',
      properties: {
        run_id: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
        title: { anyOf: [{ type: 'string', maxLength: 500, pattern: '^[^\\u0000]*$' }, { type: 'null' }] },
        agent_id: { anyOf: [{ type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' }, { type: 'null' }] },
        visibility: { type: 'string', enum: ['private', 'public'] },
      },
      additionalProperties: {},
    },
    AgentStudioChatUpdate: {
      type: 'object',
      properties: {
        title: { anyOf: [{ type: 'string', maxLength: 500, pattern: '^[^\\u0000]*$' }, { type: 'null' }] },
        agent_id: { anyOf: [{ type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' }, { type: 'null' }] },
        visibility: { type: 'string', enum: ['private', 'public'] },
      },
      additionalProperties: {},
    },
    Agent: {
      type: 'object',
      properties: {
        agent_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        chat_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        name: { type: 'string' },
        description: { type: ['string', 'null'] },
        chat_prompt: { type: 'string' },
        visibility: { type: 'string', enum: ['private', 'public'] },
        vanity_slug: { type: ['string', 'null'] },
        upsell_description: { type: ['string', 'null'] },
        subscription_price: {
          anyOf: [
            { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            { type: 'null' },
          ],
        },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        updated_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: [
        'agent_id',
        'chat_id',
        'name',
        'description',
        'visibility',
        'vanity_slug',
        'upsell_description',
        'subscription_price',
        'created_at',
        'updated_at',
      ],
    },
    AgentRequest: {
      type: 'object',
      properties: {
        agent_id: { type: 'string', pattern: '^[^\\u0000]*$' },
        name: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' },
        description: {
          anyOf: [{ type: 'string', maxLength: 10000, pattern: '^[^\\u0000]*$' }, { type: 'null' }],
        },
        chat_prompt: { type: 'string', maxLength: 100000, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' },
        visibility: { type: 'string', enum: ['private', 'public'] },
        vanity_slug: {
          anyOf: [{ type: 'string', pattern: '^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$' }, { type: 'null' }],
        },
        subscription_price: {
          anyOf: [{ type: 'integer', minimum: 1, maximum: 100000000 }, { type: 'null' }],
        },
      },
      additionalProperties: {},
      required: ['chat_prompt'],
    },
    SlugRequest: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' } },
      additionalProperties: {},
    },
    VibeCoderPromptResponse: {
      type: 'object',
      properties: {
        agent_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        service_name: { type: 'string' },
        prompt: { type: 'string' },
      },
      required: ['agent_id', 'service_name', 'prompt'],
    },
    VibeCoderListResponse: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { service_name: { type: 'string' }, title: { type: 'string' } },
            required: ['service_name', 'title'],
          },
        },
      },
      required: ['items'],
    },
    AgentThemePreferenceResponse: {
      type: 'object',
      properties: {
        agent_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        theme_color: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' },
        updated_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['agent_id', 'theme_color', 'updated_at'],
    },
    AgentThemePreferenceUpsertRequest: {
      type: 'object',
      properties: { theme_color: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' } },
      required: ['theme_color'],
      additionalProperties: {},
    },
    AgentFileResponse: {
      type: 'object',
      properties: {
        file_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        agent_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        name: { type: 'string' },
        media_type: { type: 'string' },
        size: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        position: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        updated_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        content: { type: 'string' },
      },
      required: ['file_id', 'agent_id', 'name', 'media_type', 'size', 'position', 'created_at', 'updated_at'],
    },
    AgentFileListResponse: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              file_id: {
                type: 'string',
                pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
              },
              agent_id: {
                type: 'string',
                pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
              },
              name: { type: 'string' },
              media_type: { type: 'string' },
              size: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
              position: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
              created_at: {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
              updated_at: {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
            },
            required: [
              'file_id',
              'agent_id',
              'name',
              'media_type',
              'size',
              'position',
              'created_at',
              'updated_at',
            ],
          },
        },
      },
      required: ['items'],
    },
    AgentFileCreateRequest: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' },
        media_type: { type: 'string', maxLength: 255, pattern: '^[^\\u0000]*$' },
        content: { type: 'string', pattern: '^[^\\u0000]*$' },
        position: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
      },
      additionalProperties: {},
    },
    AgentFileUpdateRequest: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' },
        media_type: { type: 'string', maxLength: 255, pattern: '^[^\\u0000]*$' },
        content: { type: 'string', pattern: '^[^\\u0000]*$' },
        position: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
      },
      additionalProperties: {},
    },
    AgentFileBatchPositionRequest: {
      type: 'object',
      properties: {
        positions: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              file_id: {
                type: 'string',
                pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
              },
              position: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
            },
            required: ['file_id', 'position'],
            additionalProperties: {},
          },
        },
      },
      required: ['positions'],
      additionalProperties: {},
    },
    AgentRequestPartial: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' },
        description: {
          anyOf: [{ type: 'string', maxLength: 10000, pattern: '^[^\\u0000]*$' }, { type: 'null' }],
        },
        chat_prompt: { type: 'string', maxLength: 100000, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' },
        visibility: { type: 'string', enum: ['private', 'public'] },
        vanity_slug: {
          anyOf: [{ type: 'string', pattern: '^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$' }, { type: 'null' }],
        },
        subscription_price: {
          anyOf: [{ type: 'integer', minimum: 1, maximum: 100000000 }, { type: 'null' }],
        },
      },
      additionalProperties: {},
    },
    UserFeedbackRequest: { type: 'object', properties: {}, additionalProperties: {} },
    ApiKeyHidden: {
      type: 'object',
      properties: {
        api_key_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        name: { type: 'string' },
        is_default: { type: 'boolean' },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['api_key_id', 'name', 'is_default', 'created_at'],
    },
    ApiKeyCreate: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' } },
      additionalProperties: {},
    },
    ApiKey: {
      type: 'object',
      properties: {
        api_key_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        name: { type: 'string' },
        is_default: { type: 'boolean' },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        key: { type: 'string' },
      },
      required: ['api_key_id', 'name', 'is_default', 'created_at'],
    },
    BillingInformationSubscription: {
      type: 'object',
      properties: {
        tier: { type: 'string', enum: ['sandbox', 'standard'] },
        currency: { type: 'string', const: 'usd' },
        active_subscriptions: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        monthly_amount: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        next_payment_at: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
        total_paid: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        last_paid_at: {
          anyOf: [
            {
              type: 'string',
              format: 'date-time',
              pattern:
                '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
            },
            { type: 'null' },
          ],
        },
        credits: {
          anyOf: [
            { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            { type: 'null' },
          ],
        },
      },
      required: [
        'tier',
        'currency',
        'active_subscriptions',
        'monthly_amount',
        'next_payment_at',
        'total_paid',
        'last_paid_at',
        'credits',
      ],
    },
    AgentExecutionCredits: {
      type: 'object',
      properties: { balance: { type: 'integer', minimum: 0, maximum: 9007199254740991 } },
      required: ['balance'],
    },
    PaymentWebhookResponseSuccess: {
      type: 'object',
      properties: {
        received: { type: 'boolean', const: true },
        event_id: { type: 'string' },
        duplicate: { type: 'boolean' },
      },
      required: ['received', 'event_id', 'duplicate'],
    },
    PaymentSessionRequest: {
      type: 'object',
      properties: {
        credits: { type: 'integer', minimum: 100, maximum: 1000000 },
        success_url: { type: 'string', maxLength: 2000, format: 'uri' },
        cancel_url: { type: 'string', maxLength: 2000, format: 'uri' },
      },
    },
    PaymentSessionResponse: {
      type: 'object',
      properties: {
        session_id: { type: 'string' },
        url: { type: 'string', format: 'uri' },
        expires_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        credits: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        amount: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        currency: { type: 'string', const: 'usd' },
      },
      required: ['session_id', 'url', 'expires_at', 'credits', 'amount', 'currency'],
    },
    MonetizationSummary: {
      type: 'object',
      properties: {
        period: { type: 'integer', minimum: 1, maximum: 365 },
        total_subscribers: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        new_subscribers: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        total_earnings: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        currency: { type: 'string', const: 'usd' },
      },
      required: ['period', 'total_subscribers', 'new_subscribers', 'total_earnings', 'currency'],
    },
    MonetizationSubscribersResponse: {
      type: 'object',
      properties: {
        period: { type: 'integer', minimum: 1, maximum: 365 },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              date: {
                type: 'string',
                format: 'date',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$',
              },
              subscribers: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
              new_subscribers: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            },
            required: ['date', 'subscribers', 'new_subscribers'],
          },
        },
      },
      required: ['period', 'items'],
    },
    MonetizationEarningsResponse: {
      type: 'object',
      properties: {
        period: { type: 'integer', minimum: 1, maximum: 365 },
        currency: { type: 'string', const: 'usd' },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              date: {
                type: 'string',
                format: 'date',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$',
              },
              amount: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            },
            required: ['date', 'amount'],
          },
        },
      },
      required: ['period', 'currency', 'items'],
    },
    UserBundleSimplified: {
      type: 'object',
      properties: {
        bundle_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        name: { type: 'string' },
        tool_count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      },
      required: ['bundle_id', 'name', 'tool_count'],
    },
    UserBundleTool: {
      type: 'object',
      properties: {
        bundle_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        tool_id: { type: 'string' },
        added_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['tool_id'],
    },
    UserBundle: {
      type: 'object',
      properties: {
        bundle_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        name: { type: 'string' },
        description: { type: ['string', 'null'] },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        updated_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        tools: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              bundle_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
              tool_id: { type: 'string' },
              added_at: {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
            },
            required: ['bundle_id', 'tool_id', 'added_at'],
          },
        },
      },
      required: ['bundle_id', 'name', 'description', 'created_at', 'updated_at', 'tools'],
    },
    UserBundleRequest: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' },
        description: {
          anyOf: [{ type: 'string', maxLength: 1000, pattern: '^[^\\u0000]*$' }, { type: 'null' }],
        },
        tools: {
          maxItems: 200,
          type: 'array',
          items: {
            type: 'object',
            properties: { tool_id: { type: 'string', pattern: '^[^\\u0000]*$' } },
            required: ['tool_id'],
            additionalProperties: {},
          },
        },
      },
      additionalProperties: {},
    },
    UserBundleRow: {
      type: 'object',
      properties: {
        bundle_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        name: { type: 'string' },
        description: { type: ['string', 'null'] },
        created_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
        updated_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['bundle_id', 'name', 'description', 'created_at', 'updated_at'],
    },
    CliAuthModel: {
      type: 'object',
      properties: {
        cli_auth_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        expires_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['cli_auth_id', 'expires_at'],
    },
    CliAuthInsertModel: {
      type: 'object',
      properties: { jwt: { type: 'string', pattern: '^[^\\u0000]*$' } },
      additionalProperties: {},
    },
    ScheduleListResponse: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              schedule_id: {
                type: 'string',
                pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
              },
              chat_id: {
                type: 'string',
                pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
              },
              cron: { type: 'string' },
              message: { type: 'string' },
              next_run_at: {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
              last_run_at: {
                anyOf: [
                  {
                    type: 'string',
                    format: 'date-time',
                    pattern:
                      '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
                  },
                  { type: 'null' },
                ],
              },
              created_at: {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
            },
            required: [
              'schedule_id',
              'chat_id',
              'cron',
              'message',
              'next_run_at',
              'last_run_at',
              'created_at',
            ],
          },
        },
      },
      required: ['items'],
    },
    ScheduleRequest: {
      type: 'object',
      properties: {
        chat_id: { type: 'string', pattern: '^[^\\u0000]*$' },
        cron: { type: 'string', pattern: '^\\s*([\\d*,/\\-?#a-zA-Z]+\\s+){4}[\\d*,/\\-?#a-zA-Z]+\\s*$' },
        message: { type: 'string', maxLength: 10000, pattern: '^[^\\u0000]*$' },
      },
      required: ['cron'],
      additionalProperties: {},
    },
    ScheduleUpdateRequest: {
      type: 'object',
      properties: {
        chat_id: { type: 'string', pattern: '^[^\\u0000]*$' },
        cron: { type: 'string', pattern: '^\\s*([\\d*,/\\-?#a-zA-Z]+\\s+){4}[\\d*,/\\-?#a-zA-Z]+\\s*$' },
        message: { type: 'string', maxLength: 10000, pattern: '^[^\\u0000]*$' },
      },
      additionalProperties: {},
    },
    Tool: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        description: { type: 'string' },
        inputSchema: {
          type: 'object',
          properties: { type: { type: 'string', const: 'object' } },
          required: ['type'],
          additionalProperties: {},
        },
        toolkit: { type: 'string' },
        score: { type: 'number', minimum: 0, maximum: 1 },
      },
      required: ['name', 'description', 'inputSchema', 'toolkit'],
    },
    PublicTool: {
      type: 'object',
      properties: {
        tool_id: { type: 'string' },
        name: { type: 'string' },
        description: { type: 'string' },
        toolkit: { type: 'string' },
        input_schema: {
          type: 'object',
          properties: { type: { type: 'string', const: 'object' } },
          required: ['type'],
          additionalProperties: {},
        },
      },
      required: ['tool_id', 'name', 'description', 'toolkit', 'input_schema'],
    },
    ToolResult: {
      type: 'object',
      properties: {
        content: {
          type: 'array',
          items: {
            type: 'object',
            properties: { type: { type: 'string' } },
            required: ['type'],
            additionalProperties: {},
          },
        },
        structuredContent: {},
        isError: { type: 'boolean' },
        log_id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        service_id: { type: 'string' },
        service_id_namespace: { type: 'string' },
      },
      required: ['content', 'isError', 'log_id', 'service_id', 'service_id_namespace'],
      additionalProperties: {},
    },
    ToolSet: {
      type: 'object',
      properties: {
        toolset_name: { type: 'string' },
        tool_count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      },
      required: ['toolset_name', 'tool_count'],
    },
    ToolSetWithTools: {
      type: 'object',
      properties: {
        toolset_name: { type: 'string' },
        tool_count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        tools: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              description: { type: 'string' },
              inputSchema: {
                type: 'object',
                properties: { type: { type: 'string', const: 'object' } },
                required: ['type'],
                additionalProperties: {},
              },
              toolkit: { type: 'string' },
            },
            required: ['name', 'description', 'inputSchema', 'toolkit'],
          },
        },
      },
      required: ['toolset_name', 'tool_count', 'tools'],
    },
    UserTool: {
      type: 'object',
      properties: {
        tool_id: { type: 'string' },
        kind: { type: 'string', enum: ['public', 'mcp-server'] },
        url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
        tool_names: { type: 'array', items: { type: 'string' } },
        installed_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['tool_id', 'kind', 'url', 'tool_names', 'installed_at'],
    },
    UserInstallToolRequest: {
      type: 'object',
      properties: {
        tool_id: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
        connection: {
          type: 'object',
          properties: {
            token: { type: 'string', minLength: 1, maxLength: 4096, pattern: '^[^\\u0000]*$' },
            service_id: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' },
            service_id_namespace: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' },
          },
        },
        mcp_server: {
          type: 'object',
          properties: {
            name: { type: 'string', pattern: '^[a-z][a-z0-9_-]{0,29}$' },
            url: { type: 'string', format: 'uri' },
            token: { type: 'string', minLength: 1, maxLength: 4096, pattern: '^[^\\u0000]*$' },
          },
          required: ['name', 'url'],
        },
      },
      additionalProperties: {},
      oneOf: [{ required: ['tool_id'] }, { required: ['mcp_server'] }],
    },
    UserInstalledTool: {
      type: 'object',
      properties: {
        tool_id: { type: 'string' },
        kind: { type: 'string', enum: ['public', 'mcp-server'] },
        url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
        tool_names: { type: 'array', items: { type: 'string' } },
        installed_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['tool_id', 'kind', 'url', 'tool_names', 'installed_at'],
    },
    UserWithTier: {
      type: 'object',
      properties: {
        user_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        },
        name: { type: 'string' },
        tier: { type: 'string', enum: ['sandbox', 'standard'] },
      },
      required: ['user_id', 'name', 'tier'],
    },
    VipCodeRedemptionCount: {
      type: 'object',
      properties: { count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 } },
      required: ['count'],
    },
    VipCodeRequest: {
      type: 'object',
      properties: { code: { type: 'string', pattern: '^[^\\u0000]*$' } },
      required: ['code'],
    },
    VipCodeRedeemed: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        credits: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        balance: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        redeemed_at: {
          type: 'string',
          format: 'date-time',
          pattern:
            '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
        },
      },
      required: ['code', 'credits', 'balance', 'redeemed_at'],
    },
    StartRunRequest: {
      type: 'object',
      properties: { message: { type: 'string' } },
      required: ['message'],
      additionalProperties: {},
    },
    Message: {
      type: 'object',
      properties: { role: { type: 'string', enum: ['user', 'assistant'] }, content: { type: 'string' } },
      required: ['role', 'content'],
    },
    ContinueRunRequest: {
      type: 'object',
      properties: { message: { type: 'string' } },
      required: ['message'],
      additionalProperties: {},
    },
    NdjsonLine: {
      oneOf: [
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'user-message' },
            text: { type: 'string' },
            seq: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['type', 'text', 'seq'],
        },
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'text' },
            text: { type: 'string' },
            seq: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['type', 'text', 'seq'],
        },
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'tool-call' },
            id: { type: 'string' },
            name: { type: 'string' },
            input: {},
            seq: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['type', 'id', 'name', 'input', 'seq'],
        },
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'tool-result' },
            id: { type: 'string' },
            name: { type: 'string' },
            output: {},
            failed: { type: 'boolean' },
            seq: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['type', 'id', 'name', 'output', 'failed', 'seq'],
        },
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'job' },
            id: {
              type: 'string',
              pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
            },
            state: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
            text: { type: 'string' },
            seq: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['type', 'id', 'state', 'seq'],
        },
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'error' },
            message: { type: 'string' },
            seq: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['type', 'message', 'seq'],
        },
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'done' },
            seq: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['type', 'seq'],
        },
      ],
    },
  },
  operations: {
    startRun: { body: { $ref: '#/$defs/StartRunRequest' } },
    getRunMessages: { answer: { type: 'array', items: { $ref: '#/$defs/Message' } } },
    continueRun: { body: { $ref: '#/$defs/ContinueRunRequest' } },
    startRunNdjson: { body: { $ref: '#/$defs/StartRunRequest' } },
    continueRunNdjson: { body: { $ref: '#/$defs/ContinueRunRequest' } },
    listAgentRuns: { answer: { $ref: '#/$defs/AgentRunViewListResponse' } },
    getAgentRun: { answer: { $ref: '#/$defs/AgentRunView' } },
    listAgentRunMcpServerLogs: { answer: { type: 'array', items: { $ref: '#/$defs/McpServerLog' } } },
    listAgentRunLogs: { answer: { type: 'array', items: { $ref: '#/$defs/AgentRunLog' } } },
    listToolExecutionLogs: { answer: { $ref: '#/$defs/ToolExecutionLogsResponse' } },
    getToolExecutionLog: { answer: { $ref: '#/$defs/ToolExecutionLog' } },
    subscribeToAgent: {
      body: { $ref: '#/$defs/AgentSubscribeRequest' },
      answer: { $ref: '#/$defs/AgentSubscribeResponse' },
    },
    unsubscribeFromAgent: { answer: { $ref: '#/$defs/AgentSubscriptionResponse' } },
    listSubscriptions: { answer: { $ref: '#/$defs/AgentSubscriptionListResponse' } },
    getSubscription: { answer: { $ref: '#/$defs/AgentSubscriptionResponse' } },
    listStudioChats: { answer: { type: 'array', items: { $ref: '#/$defs/AgentStudioChat' } } },
    createStudioChat: {
      body: { $ref: '#/$defs/AgentStudioChatCreate' },
      answer: { $ref: '#/$defs/AgentStudioChat' },
    },
    getStudioChat: { answer: { $ref: '#/$defs/AgentStudioChat' } },
    replaceStudioChat: {
      body: { $ref: '#/$defs/AgentStudioChatCreate' },
      answer: { $ref: '#/$defs/AgentStudioChat' },
    },
    deleteStudioChat: { answer: { $ref: '#/$defs/AgentStudioChat' } },
    updateStudioChat: {
      body: { $ref: '#/$defs/AgentStudioChatUpdate' },
      answer: { $ref: '#/$defs/AgentStudioChat' },
    },
    cloneStudioChat: { answer: { $ref: '#/$defs/AgentStudioChat' } },
    listAgents: { answer: { type: 'array', items: { $ref: '#/$defs/Agent' } } },
    upsertAgent: { body: { $ref: '#/$defs/AgentRequest' }, answer: { $ref: '#/$defs/Agent' } },
    getAgent: { answer: { $ref: '#/$defs/Agent' } },
    generateUpsellDescription: { answer: { $ref: '#/$defs/Agent' } },
    checkVanitySlug: {
      answer: {
        type: 'object',
        properties: { slug: { type: 'string' }, available: { type: 'boolean' } },
        required: ['slug', 'available'],
      },
    },
    generateVanitySlug: {
      body: { $ref: '#/$defs/SlugRequest' },
      answer: { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'] },
    },
    getVibePrompt: { answer: { $ref: '#/$defs/VibeCoderPromptResponse' } },
    listVibeServices: { answer: { $ref: '#/$defs/VibeCoderListResponse' } },
    getAgentTheme: {
      answer: { oneOf: [{ $ref: '#/$defs/AgentThemePreferenceResponse' }, { type: 'null' }] },
    },
    setAgentTheme: {
      body: { $ref: '#/$defs/AgentThemePreferenceUpsertRequest' },
      answer: { $ref: '#/$defs/AgentThemePreferenceResponse' },
    },
    listAgentFiles: { answer: { $ref: '#/$defs/AgentFileListResponse' } },
    createAgentFile: {
      body: { $ref: '#/$defs/AgentFileCreateRequest' },
      answer: { $ref: '#/$defs/AgentFileResponse' },
    },
    getAgentFile: { answer: { $ref: '#/$defs/AgentFileResponse' } },
    updateAgentFile: {
      body: { $ref: '#/$defs/AgentFileUpdateRequest' },
      answer: { $ref: '#/$defs/AgentFileResponse' },
    },
    reorderAgentFiles: {
      body: { $ref: '#/$defs/AgentFileBatchPositionRequest' },
      answer: { $ref: '#/$defs/AgentFileListResponse' },
    },
    listChats: { answer: { type: 'array', items: { $ref: '#/$defs/Agent' } } },
    createChat: { body: { $ref: '#/$defs/AgentRequest' }, answer: { $ref: '#/$defs/Agent' } },
    getChat: { answer: { $ref: '#/$defs/Agent' } },
    replaceChat: { body: { $ref: '#/$defs/AgentRequest' }, answer: { $ref: '#/$defs/Agent' } },
    deleteChat: { answer: { $ref: '#/$defs/Agent' } },
    updateChat: { body: { $ref: '#/$defs/AgentRequestPartial' }, answer: { $ref: '#/$defs/Agent' } },
    getChatSocialPreview: {
      answer: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'website' },
          site_name: { type: 'string' },
          title: { type: 'string' },
          description: { type: ['string', 'null'] },
          url: { type: 'string' },
        },
        required: ['type', 'site_name', 'title', 'description', 'url'],
      },
    },
    cloneChat: {
      body: { oneOf: [{ $ref: '#/$defs/AgentRequestPartial' }, { type: 'null' }] },
      answer: { $ref: '#/$defs/Agent' },
    },
    submitChatFeedback: { body: { $ref: '#/$defs/UserFeedbackRequest' }, answer: { $ref: '#/$defs/Agent' } },
    createChatRunLog: { answer: { $ref: '#/$defs/AgentRunLog' } },
    listApiKeys: { answer: { type: 'array', items: { $ref: '#/$defs/ApiKeyHidden' } } },
    createApiKey: { body: { $ref: '#/$defs/ApiKeyCreate' }, answer: { $ref: '#/$defs/ApiKey' } },
    getDefaultApiKey: { answer: { $ref: '#/$defs/ApiKey' } },
    getApiKey: { answer: { $ref: '#/$defs/ApiKey' } },
    deleteApiKey: { answer: { $ref: '#/$defs/ApiKeyHidden' } },
    getBilling: { answer: { $ref: '#/$defs/BillingInformationSubscription' } },
    getCredits: { answer: { $ref: '#/$defs/AgentExecutionCredits' } },
    useCredits: { answer: { $ref: '#/$defs/AgentExecutionCredits' } },
    receivePaymentEvent: {
      body: {
        anyOf: [
          {
            oneOf: [
              {
                type: 'object',
                properties: {
                  id: { type: 'string', minLength: 1, maxLength: 255 },
                  at: {
                    type: 'string',
                    format: 'date-time',
                    pattern:
                      '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$',
                  },
                  type: { type: 'string', const: 'subscription.started' },
                  data: {
                    type: 'object',
                    properties: {
                      subscription_id: {
                        type: 'string',
                        pattern:
                          '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
                      },
                      reference: { type: 'string', minLength: 1 },
                    },
                    required: ['subscription_id', 'reference'],
                  },
                },
                required: ['id', 'at', 'type', 'data'],
              },
              {
                type: 'object',
                properties: {
                  id: { type: 'string', minLength: 1, maxLength: 255 },
                  at: {
                    type: 'string',
                    format: 'date-time',
                    pattern:
                      '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$',
                  },
                  type: { type: 'string', const: 'subscription.paid' },
                  data: {
                    type: 'object',
                    properties: {
                      subscription_id: {
                        type: 'string',
                        pattern:
                          '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
                      },
                      reference: { type: 'string', minLength: 1 },
                      amount: { type: 'integer', minimum: 0, maximum: 100000000 },
                      paid_until: {
                        type: 'string',
                        format: 'date-time',
                        pattern:
                          '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$',
                      },
                    },
                    required: ['subscription_id', 'reference', 'amount', 'paid_until'],
                  },
                },
                required: ['id', 'at', 'type', 'data'],
              },
              {
                type: 'object',
                properties: {
                  id: { type: 'string', minLength: 1, maxLength: 255 },
                  at: {
                    type: 'string',
                    format: 'date-time',
                    pattern:
                      '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$',
                  },
                  type: { type: 'string', const: 'subscription.past_due' },
                  data: {
                    type: 'object',
                    properties: {
                      subscription_id: {
                        type: 'string',
                        pattern:
                          '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
                      },
                      reference: { type: 'string', minLength: 1 },
                    },
                    required: ['subscription_id', 'reference'],
                  },
                },
                required: ['id', 'at', 'type', 'data'],
              },
              {
                type: 'object',
                properties: {
                  id: { type: 'string', minLength: 1, maxLength: 255 },
                  at: {
                    type: 'string',
                    format: 'date-time',
                    pattern:
                      '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$',
                  },
                  type: { type: 'string', const: 'subscription.ended' },
                  data: {
                    type: 'object',
                    properties: {
                      subscription_id: {
                        type: 'string',
                        pattern:
                          '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
                      },
                      reference: { type: 'string', minLength: 1 },
                    },
                    required: ['subscription_id', 'reference'],
                  },
                },
                required: ['id', 'at', 'type', 'data'],
              },
              {
                type: 'object',
                properties: {
                  id: { type: 'string', minLength: 1, maxLength: 255 },
                  at: {
                    type: 'string',
                    format: 'date-time',
                    pattern:
                      '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$',
                  },
                  type: { type: 'string', const: 'credits.paid' },
                  data: {
                    type: 'object',
                    properties: {
                      user_id: {
                        type: 'string',
                        pattern:
                          '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
                      },
                      credits: { type: 'integer', minimum: 1, maximum: 1000000 },
                      amount: { type: 'integer', minimum: 0, maximum: 100000000 },
                    },
                    required: ['user_id', 'credits', 'amount'],
                  },
                },
                required: ['id', 'at', 'type', 'data'],
              },
            ],
          },
          {
            type: 'object',
            properties: {
              id: { type: 'string', minLength: 1, maxLength: 255 },
              at: {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$',
              },
              type: { type: 'string' },
            },
            required: ['id', 'at', 'type'],
          },
        ],
      },
      answer: { $ref: '#/$defs/PaymentWebhookResponseSuccess' },
    },
    createPaymentSession: {
      body: { $ref: '#/$defs/PaymentSessionRequest' },
      answer: { $ref: '#/$defs/PaymentSessionResponse' },
    },
    getMonetizationSummary: { answer: { $ref: '#/$defs/MonetizationSummary' } },
    getMonetizationSubscribers: { answer: { $ref: '#/$defs/MonetizationSubscribersResponse' } },
    getMonetizationEarnings: { answer: { $ref: '#/$defs/MonetizationEarningsResponse' } },
    listBundles: { answer: { type: 'array', items: { $ref: '#/$defs/UserBundleSimplified' } } },
    createBundle: { answer: { $ref: '#/$defs/UserBundle' } },
    getBundle: { answer: { $ref: '#/$defs/UserBundle' } },
    updateBundle: { body: { $ref: '#/$defs/UserBundleRequest' }, answer: { $ref: '#/$defs/UserBundle' } },
    deleteBundle: { answer: { $ref: '#/$defs/UserBundleRow' } },
    listBundleTools: { answer: { type: 'array', items: { $ref: '#/$defs/UserBundleTool' } } },
    addBundleTool: { body: { $ref: '#/$defs/UserBundleTool' }, answer: { $ref: '#/$defs/UserBundleTool' } },
    removeBundleTool: { answer: { $ref: '#/$defs/UserBundleTool' } },
    createCliAuthSession: { answer: { $ref: '#/$defs/CliAuthModel' } },
    consumeCliAuthJwt: { answer: { type: ['string', 'null'] } },
    attachCliAuthJwt: {
      body: { $ref: '#/$defs/CliAuthInsertModel' },
      answer: { $ref: '#/$defs/CliAuthModel' },
    },
    listSchedules: { answer: { $ref: '#/$defs/ScheduleListResponse' } },
    createSchedule: {
      body: { $ref: '#/$defs/ScheduleRequest' },
      answer: {
        type: 'object',
        properties: {
          schedule_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          chat_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          cron: { type: 'string' },
          message: { type: 'string' },
          next_run_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
          last_run_at: {
            anyOf: [
              {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
              { type: 'null' },
            ],
          },
          created_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
        },
        required: ['schedule_id', 'chat_id', 'cron', 'message', 'next_run_at', 'last_run_at', 'created_at'],
      },
    },
    getScheduleOnboarding: {
      answer: {
        type: 'object',
        properties: {
          is_complete: { type: 'boolean' },
          schedule_count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          time_zone: { type: 'string', const: 'UTC' },
          suggestions: {
            type: 'array',
            items: {
              type: 'object',
              properties: { text: { type: 'string' }, cron: { type: 'string' } },
              required: ['text', 'cron'],
            },
          },
        },
        required: ['is_complete', 'schedule_count', 'time_zone', 'suggestions'],
      },
    },
    convertTextToCron: {
      answer: {
        type: 'object',
        properties: {
          cron: { type: 'string' },
          next_run_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
        },
        required: ['cron', 'next_run_at'],
      },
    },
    getSchedule: {
      answer: {
        type: 'object',
        properties: {
          schedule_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          chat_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          cron: { type: 'string' },
          message: { type: 'string' },
          next_run_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
          last_run_at: {
            anyOf: [
              {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
              { type: 'null' },
            ],
          },
          created_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
        },
        required: ['schedule_id', 'chat_id', 'cron', 'message', 'next_run_at', 'last_run_at', 'created_at'],
      },
    },
    updateSchedule: {
      body: { $ref: '#/$defs/ScheduleUpdateRequest' },
      answer: {
        type: 'object',
        properties: {
          schedule_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          chat_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          cron: { type: 'string' },
          message: { type: 'string' },
          next_run_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
          last_run_at: {
            anyOf: [
              {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
              { type: 'null' },
            ],
          },
          created_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
        },
        required: ['schedule_id', 'chat_id', 'cron', 'message', 'next_run_at', 'last_run_at', 'created_at'],
      },
    },
    deleteSchedule: {
      answer: {
        type: 'object',
        properties: {
          schedule_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          chat_id: {
            type: 'string',
            pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
          },
          cron: { type: 'string' },
          message: { type: 'string' },
          next_run_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
          last_run_at: {
            anyOf: [
              {
                type: 'string',
                format: 'date-time',
                pattern:
                  '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
              },
              { type: 'null' },
            ],
          },
          created_at: {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
        },
        required: ['schedule_id', 'chat_id', 'cron', 'message', 'next_run_at', 'last_run_at', 'created_at'],
      },
    },
    listTools: { answer: { type: 'array', items: { $ref: '#/$defs/Tool' } } },
    listPublicTools: { answer: { type: 'array', items: { $ref: '#/$defs/PublicTool' } } },
    searchTools: { answer: { type: 'array', items: { $ref: '#/$defs/Tool' } } },
    getPublicTool: { answer: { $ref: '#/$defs/PublicTool' } },
    runTool: { body: { type: 'object', additionalProperties: true }, answer: { $ref: '#/$defs/ToolResult' } },
    listToolsets: { answer: { type: 'array', items: { $ref: '#/$defs/ToolSet' } } },
    getToolset: { answer: { $ref: '#/$defs/ToolSetWithTools' } },
    listUserTools: { answer: { type: 'array', items: { $ref: '#/$defs/UserTool' } } },
    installTool: {
      body: { $ref: '#/$defs/UserInstallToolRequest' },
      answer: { $ref: '#/$defs/UserInstalledTool' },
    },
    getUserTool: { answer: { $ref: '#/$defs/UserTool' } },
    uninstallTool: { answer: { $ref: '#/$defs/UserInstalledTool' } },
    getCurrentUser: { answer: { $ref: '#/$defs/UserWithTier' } },
    getVipRedemptionCount: { answer: { $ref: '#/$defs/VipCodeRedemptionCount' } },
    redeemVipCode: { body: { $ref: '#/$defs/VipCodeRequest' }, answer: { $ref: '#/$defs/VipCodeRedeemed' } },
  },
  event: {
    $ref: '#/$defs/NdjsonLine',
  },
});
