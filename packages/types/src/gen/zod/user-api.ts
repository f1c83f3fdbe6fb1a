// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import * as zod from 'zod/mini';

export const AgentRunView = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid())
});

export const AgentRunViewListResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(AgentRunView)),
  "next_cursor": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.iso.datetime({"offset":true,"local":true}))
});

export const HTTPValidationError = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const ErrorBody = /*#__PURE__*/ zod.unknown();

export const McpServerLog = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid())
});

export const AgentRunLog = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid())
});

export const ToolExecutionLog = /*#__PURE__*/ zod.looseObject({
  "log_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
});

export const ToolExecutionLogsResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(ToolExecutionLog)),
  "next_cursor": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.iso.datetime({"offset":true,"local":true}))
});

export const AgentSubscribeRequest = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const AgentSubscribeResponse = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const AgentSubscriptionResponse = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const AgentSubscriptionListResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(AgentSubscriptionResponse))
});

export const AgentStudioChat = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "visibility": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.enum(['private', 'public']))
});

export const AgentStudioChatCreate = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "visibility": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.enum(['private', 'public']))
});

export const AgentStudioChatUpdate = /*#__PURE__*/ zod.looseObject({
  "visibility": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.enum(['private', 'public']))
});

export const AgentModel = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "chat_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "chat_prompt": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "visibility": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.enum(['private', 'public'])),
  "vanity_slug": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.string()),
  "upsell_description": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.string())
});

export const AgentRequest = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "chat_prompt": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "visibility": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.enum(['private', 'public'])),
  "vanity_slug": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.string())
});

export const SlugRequest = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const VibeCoderPromptResponse = /*#__PURE__*/ zod.looseObject({
  "prompt": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const VibeCoderListResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(/*#__PURE__*/ zod.unknown()))
});

export const AgentThemePreferenceResponse = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid()),
  "theme_color": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const AgentThemePreferenceUpsertRequest = /*#__PURE__*/ zod.looseObject({
  "theme_color": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const AgentFileResponse = /*#__PURE__*/ zod.looseObject({
  "file_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid()),
  "position": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
});

export const AgentFileListResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(AgentFileResponse))
});

export const AgentFileCreateRequest = /*#__PURE__*/ zod.looseObject({
  "position": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
});

export const AgentFileUpdateRequest = /*#__PURE__*/ zod.looseObject({
  "position": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
});

export const AgentFileBatchPositionRequest = /*#__PURE__*/ zod.looseObject({
  "positions": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(/*#__PURE__*/ zod.looseObject({
  "file_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid()),
  "position": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
})))
});

export const AgentRequestPartial = /*#__PURE__*/ zod.looseObject({
  "chat_prompt": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "visibility": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.enum(['private', 'public'])),
  "vanity_slug": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.string())
});

export const UserFeedbackRequest = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const ApiKeyHidden = /*#__PURE__*/ zod.looseObject({
  "api_key_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int()),
  "is_default": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.boolean())
});

export const ApiKeyCreate = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const ApiKey = /*#__PURE__*/ zod.looseObject({
  "api_key_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int()),
  "key": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "is_default": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.boolean())
});

export const BillingInformationSubscription = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const AgentExecutionCredits = /*#__PURE__*/ zod.looseObject({
  "balance": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.number())
});

export const PaymentWebhookResponseSuccess = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const PaymentSessionRequest = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const PaymentSessionResponse = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const MonetizationSummary = /*#__PURE__*/ zod.looseObject({
  "total_subscribers": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int()),
  "total_earnings": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.number())
});

export const MonetizationSubscribersResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(/*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown())))
});

export const MonetizationEarningsResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(/*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown())))
});

export const UserBundleSimplified = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
});

export const UserBundleTool = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const UserBundle = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int()),
  "tools": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(UserBundleTool))
});

export const UserBundleRequest = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const UserBundleRow = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
});

export const CliAuthModel = /*#__PURE__*/ zod.looseObject({
  "cli_auth_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid())
});

export const CliAuthInsertModel = /*#__PURE__*/ zod.looseObject({
  "jwt": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const ScheduleListResponse = /*#__PURE__*/ zod.looseObject({
  "items": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(/*#__PURE__*/ zod.looseObject({
  "schedule_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.guid()),
  "chat_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "cron": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
})))
});

export const ScheduleRequest = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "cron": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const ScheduleUpdateRequest = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "cron": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const Tool = /*#__PURE__*/ zod.looseObject({
  "name": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "description": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "inputSchema": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown()))
});

export const PublicTool = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const ToolResult = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const ToolSet = /*#__PURE__*/ zod.looseObject({
  "toolset_name": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const ToolSetWithTools = /*#__PURE__*/ zod.looseObject({
  "toolset_name": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "tools": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.array(/*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown())))
});

export const UserTool = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const UserInstallToolRequest = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const UserInstalledTool = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const UserWithTier = /*#__PURE__*/ zod.looseObject({
  "tier": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const VipCodeRedemptionCount = /*#__PURE__*/ zod.looseObject({
  "count": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
});

export const VipCodeRequest = /*#__PURE__*/ zod.looseObject({
  "code": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const VipCodeRedeemed = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown());

export const ListAgentRunsQueryParams = /*#__PURE__*/ zod.looseObject({
  "next_cursor": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.iso.datetime({"offset":true,"local":true})),
  "limit": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
})

export const ListAgentRunsResponse = AgentRunViewListResponse


export const GetAgentRunParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.guid()
})

export const GetAgentRunResponse = AgentRunView


export const ListAgentRunMcpServerLogsParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.guid()
})

export const ListAgentRunMcpServerLogsResponseItem = McpServerLog
export const ListAgentRunMcpServerLogsResponse = /*#__PURE__*/ zod.array(ListAgentRunMcpServerLogsResponseItem)


export const ListAgentRunLogsParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.guid()
})

export const ListAgentRunLogsResponseItem = AgentRunLog
export const ListAgentRunLogsResponse = /*#__PURE__*/ zod.array(ListAgentRunLogsResponseItem)


export const ListToolExecutionLogsQueryParams = /*#__PURE__*/ zod.looseObject({
  "next_cursor": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.iso.datetime({"offset":true,"local":true})),
  "limit": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int())
})

export const ListToolExecutionLogsResponse = ToolExecutionLogsResponse


export const GetToolExecutionLogParams = /*#__PURE__*/ zod.looseObject({
  "log_id": /*#__PURE__*/ zod.int()
})

export const GetToolExecutionLogResponse = ToolExecutionLog


export const SubscribeToAgentParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.string()
})

export const SubscribeToAgentBody = AgentSubscribeRequest

export const SubscribeToAgentResponse = AgentSubscribeResponse


export const UnsubscribeFromAgentParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.string()
})

export const UnsubscribeFromAgentResponse = AgentSubscriptionResponse


export const ListSubscriptionsResponse = AgentSubscriptionListResponse


export const GetSubscriptionParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.string()
})

export const GetSubscriptionResponse = AgentSubscriptionResponse


export const ListStudioChatsResponseItem = AgentStudioChat
export const ListStudioChatsResponse = /*#__PURE__*/ zod.array(ListStudioChatsResponseItem)


export const CreateStudioChatBody = AgentStudioChatCreate

export const CreateStudioChatResponse = AgentStudioChat


export const GetStudioChatParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.string()
})

export const GetStudioChatResponse = AgentStudioChat


export const ReplaceStudioChatParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.string()
})

export const ReplaceStudioChatBody = AgentStudioChatCreate

export const ReplaceStudioChatResponse = AgentStudioChat


export const UpdateStudioChatParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.string()
})

export const UpdateStudioChatBody = AgentStudioChatUpdate

export const UpdateStudioChatResponse = AgentStudioChat


export const DeleteStudioChatParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.string()
})

export const DeleteStudioChatResponse = AgentStudioChat


export const CloneStudioChatParams = /*#__PURE__*/ zod.looseObject({
  "run_id": /*#__PURE__*/ zod.string()
})

export const CloneStudioChatResponse = AgentStudioChat


export const ListAgentsResponseItem = AgentModel
export const ListAgentsResponse = /*#__PURE__*/ zod.array(ListAgentsResponseItem)


export const UpsertAgentBody = AgentRequest

export const UpsertAgentResponse = AgentModel


export const GetAgentParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.string()
})

export const GetAgentResponse = AgentModel


export const GenerateUpsellDescriptionParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.string()
})

export const GenerateUpsellDescriptionResponse = AgentModel


export const GenerateVanitySlugBody = SlugRequest

export const GenerateVanitySlugResponse = /*#__PURE__*/ zod.unknown()


export const CheckVanitySlugQueryParams = /*#__PURE__*/ zod.looseObject({
  "slug": /*#__PURE__*/ zod.string()
})

export const CheckVanitySlugResponse = /*#__PURE__*/ zod.unknown()


export const GetVibePromptParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.string()
})

export const GetVibePromptQueryParams = /*#__PURE__*/ zod.looseObject({
  "service_name": /*#__PURE__*/ zod.string()
})

export const GetVibePromptResponse = VibeCoderPromptResponse


export const ListVibeServicesResponse = VibeCoderListResponse


export const GetAgentThemeParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid()
})

export const GetAgentThemeResponse = /*#__PURE__*/ zod.union([AgentThemePreferenceResponse,/*#__PURE__*/ zod.null()])


export const SetAgentThemeParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid()
})

export const SetAgentThemeBody = AgentThemePreferenceUpsertRequest

export const SetAgentThemeResponse = AgentThemePreferenceResponse


export const ListAgentFilesParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid()
})

export const ListAgentFilesResponse = AgentFileListResponse


export const CreateAgentFileParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid()
})

export const CreateAgentFileBody = AgentFileCreateRequest

export const CreateAgentFileResponse = AgentFileResponse


export const GetAgentFileParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid(),
  "file_id": /*#__PURE__*/ zod.guid()
})

export const GetAgentFileResponse = AgentFileResponse


export const UpdateAgentFileParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid(),
  "file_id": /*#__PURE__*/ zod.guid()
})

export const UpdateAgentFileBody = AgentFileUpdateRequest

export const UpdateAgentFileResponse = AgentFileResponse


export const DeleteAgentFileParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid(),
  "file_id": /*#__PURE__*/ zod.guid()
})

export const DeleteAgentFileResponse = /*#__PURE__*/ zod.void()


export const ReorderAgentFilesParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid()
})

export const ReorderAgentFilesBody = AgentFileBatchPositionRequest

export const ReorderAgentFilesResponse = AgentFileListResponse


export const ListChatsResponseItem = AgentModel
export const ListChatsResponse = /*#__PURE__*/ zod.array(ListChatsResponseItem)


/**
 * @deprecated
 */
export const CreateChatBody = AgentRequest

export const CreateChatResponse = AgentModel


export const GetChatParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.string()
})

export const GetChatResponse = AgentModel


export const ReplaceChatParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.string()
})

export const ReplaceChatBody = AgentRequest

export const ReplaceChatResponse = AgentModel


export const UpdateChatParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.string()
})

export const UpdateChatBody = AgentRequestPartial

export const UpdateChatResponse = AgentModel


export const DeleteChatParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.string()
})

export const DeleteChatResponse = AgentModel


export const GetChatSocialPreviewParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.guid()
})

export const GetChatSocialPreviewResponse = /*#__PURE__*/ zod.unknown()


export const CloneChatParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.guid()
})

export const CloneChatBody = /*#__PURE__*/ zod.union([AgentRequestPartial,/*#__PURE__*/ zod.null()])

export const CloneChatResponse = AgentModel


export const SubmitChatFeedbackParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.string()
})

export const SubmitChatFeedbackBody = UserFeedbackRequest

export const SubmitChatFeedbackResponse = AgentModel


export const CreateChatRunLogParams = /*#__PURE__*/ zod.looseObject({
  "chat_id": /*#__PURE__*/ zod.guid()
})

export const CreateChatRunLogResponse = AgentRunLog


export const ListApiKeysResponseItem = ApiKeyHidden
export const ListApiKeysResponse = /*#__PURE__*/ zod.array(ListApiKeysResponseItem)


export const CreateApiKeyBody = ApiKeyCreate

export const CreateApiKeyResponse = ApiKey


export const GetDefaultApiKeyResponse = ApiKey


export const GetApiKeyParams = /*#__PURE__*/ zod.looseObject({
  "api_key_id": /*#__PURE__*/ zod.int()
})

export const GetApiKeyResponse = ApiKey


export const DeleteApiKeyParams = /*#__PURE__*/ zod.looseObject({
  "api_key_id": /*#__PURE__*/ zod.int()
})

export const DeleteApiKeyResponse = ApiKeyHidden


export const GetBillingResponse = BillingInformationSubscription


export const GetCreditsResponse = AgentExecutionCredits


export const UseCreditsResponse = AgentExecutionCredits


export const ReceivePaymentEventBody = /*#__PURE__*/ zod.unknown()

export const ReceivePaymentEventResponse = PaymentWebhookResponseSuccess


export const CreatePaymentSessionBody = PaymentSessionRequest

export const CreatePaymentSessionResponse = PaymentSessionResponse


export const getMonetizationSummaryQueryPeriodMax = 365;



export const GetMonetizationSummaryQueryParams = /*#__PURE__*/ zod.looseObject({
  "period": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int().check(/*#__PURE__*/ zod.gte(1)).check(/*#__PURE__*/ zod.lte(getMonetizationSummaryQueryPeriodMax)))
})

export const GetMonetizationSummaryResponse = MonetizationSummary


export const getMonetizationSubscribersQueryPeriodMax = 365;



export const GetMonetizationSubscribersQueryParams = /*#__PURE__*/ zod.looseObject({
  "period": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int().check(/*#__PURE__*/ zod.gte(1)).check(/*#__PURE__*/ zod.lte(getMonetizationSubscribersQueryPeriodMax)))
})

export const GetMonetizationSubscribersResponse = MonetizationSubscribersResponse


export const getMonetizationEarningsQueryPeriodMax = 365;



export const GetMonetizationEarningsQueryParams = /*#__PURE__*/ zod.looseObject({
  "period": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int().check(/*#__PURE__*/ zod.gte(1)).check(/*#__PURE__*/ zod.lte(getMonetizationEarningsQueryPeriodMax)))
})

export const GetMonetizationEarningsResponse = MonetizationEarningsResponse


export const ListBundlesResponseItem = UserBundleSimplified
export const ListBundlesResponse = /*#__PURE__*/ zod.array(ListBundlesResponseItem)


export const CreateBundleResponse = UserBundle


export const GetBundleParams = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.int()
})

export const GetBundleResponse = UserBundle


export const UpdateBundleParams = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.int()
})

export const UpdateBundleBody = UserBundleRequest

export const UpdateBundleResponse = UserBundle


export const DeleteBundleParams = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.int()
})

export const DeleteBundleResponse = UserBundleRow


export const ListBundleToolsParams = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.int()
})

export const ListBundleToolsResponseItem = UserBundleTool
export const ListBundleToolsResponse = /*#__PURE__*/ zod.array(ListBundleToolsResponseItem)


export const AddBundleToolParams = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.int()
})

export const AddBundleToolBody = UserBundleTool

export const AddBundleToolResponse = UserBundleTool


export const RemoveBundleToolParams = /*#__PURE__*/ zod.looseObject({
  "bundle_id": /*#__PURE__*/ zod.int(),
  "tool_id": /*#__PURE__*/ zod.string()
})

export const RemoveBundleToolResponse = UserBundleTool


export const CreateCliAuthSessionResponse = CliAuthModel


export const AttachCliAuthJwtParams = /*#__PURE__*/ zod.looseObject({
  "cli_auth_id": /*#__PURE__*/ zod.guid()
})

export const AttachCliAuthJwtBody = CliAuthInsertModel

export const AttachCliAuthJwtResponse = CliAuthModel


export const ConsumeCliAuthJwtParams = /*#__PURE__*/ zod.looseObject({
  "cli_auth_id": /*#__PURE__*/ zod.guid()
})

export const ConsumeCliAuthJwtResponse = /*#__PURE__*/ zod.nullable(/*#__PURE__*/ zod.string())


export const ListSchedulesResponse = ScheduleListResponse


export const CreateScheduleBody = ScheduleRequest

export const CreateScheduleResponse = /*#__PURE__*/ zod.unknown()


export const GetScheduleOnboardingResponse = /*#__PURE__*/ zod.unknown()


export const ConvertTextToCronQueryParams = /*#__PURE__*/ zod.looseObject({
  "cron": /*#__PURE__*/ zod.string()
})

export const ConvertTextToCronResponse = /*#__PURE__*/ zod.unknown()


export const GetScheduleParams = /*#__PURE__*/ zod.looseObject({
  "schedule_id": /*#__PURE__*/ zod.guid()
})

export const GetScheduleResponse = /*#__PURE__*/ zod.unknown()


export const UpdateScheduleParams = /*#__PURE__*/ zod.looseObject({
  "schedule_id": /*#__PURE__*/ zod.guid()
})

export const UpdateScheduleBody = ScheduleUpdateRequest

export const UpdateScheduleResponse = /*#__PURE__*/ zod.unknown()


export const DeleteScheduleParams = /*#__PURE__*/ zod.looseObject({
  "schedule_id": /*#__PURE__*/ zod.guid()
})

export const DeleteScheduleResponse = /*#__PURE__*/ zod.unknown()


export const ListToolsResponseItem = Tool
export const ListToolsResponse = /*#__PURE__*/ zod.array(ListToolsResponseItem)


export const ListPublicToolsResponseItem = PublicTool
export const ListPublicToolsResponse = /*#__PURE__*/ zod.array(ListPublicToolsResponseItem)



export const searchToolsQueryLimitMax = 200;

export const searchToolsQueryMinScoreMin = 0;
export const searchToolsQueryMinScoreMax = 1;



export const SearchToolsQueryParams = /*#__PURE__*/ zod.looseObject({
  "q": /*#__PURE__*/ zod.string().check(/*#__PURE__*/ zod.minLength(1)),
  "toolkit": /*#__PURE__*/ zod.nullish(/*#__PURE__*/ zod.string()),
  "limit": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int().check(/*#__PURE__*/ zod.gte(1)).check(/*#__PURE__*/ zod.lte(searchToolsQueryLimitMax))),
  "min_score": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.number().check(/*#__PURE__*/ zod.gte(searchToolsQueryMinScoreMin)).check(/*#__PURE__*/ zod.lte(searchToolsQueryMinScoreMax)))
})

export const SearchToolsResponseItem = Tool
export const SearchToolsResponse = /*#__PURE__*/ zod.array(SearchToolsResponseItem)


export const GetPublicToolParams = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.string()
})

export const GetPublicToolResponse = PublicTool


export const RunToolParams = /*#__PURE__*/ zod.looseObject({
  "tool_name": /*#__PURE__*/ zod.string()
})

export const RunToolQueryParams = /*#__PURE__*/ zod.looseObject({
  "service_id": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string()),
  "service_id_namespace": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
})

export const RunToolBody = /*#__PURE__*/ zod.record(/*#__PURE__*/ zod.string(), /*#__PURE__*/ zod.unknown())

export const RunToolResponse = ToolResult


export const ListToolsetsResponseItem = ToolSet
export const ListToolsetsResponse = /*#__PURE__*/ zod.array(ListToolsetsResponseItem)


export const GetToolsetParams = /*#__PURE__*/ zod.looseObject({
  "toolset_name": /*#__PURE__*/ zod.string()
})

export const GetToolsetResponse = ToolSetWithTools


export const ListUserToolsResponseItem = UserTool
export const ListUserToolsResponse = /*#__PURE__*/ zod.array(ListUserToolsResponseItem)


export const InstallToolBody = UserInstallToolRequest

export const InstallToolResponse = UserInstalledTool


export const GetUserToolParams = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.string()
})

export const GetUserToolResponse = UserTool


export const UninstallToolParams = /*#__PURE__*/ zod.looseObject({
  "tool_id": /*#__PURE__*/ zod.string()
})

export const UninstallToolResponse = UserInstalledTool


export const GetCurrentUserResponse = UserWithTier


export const GetVipRedemptionCountResponse = VipCodeRedemptionCount


export const RedeemVipCodeBody = VipCodeRequest

export const RedeemVipCodeResponse = VipCodeRedeemed
