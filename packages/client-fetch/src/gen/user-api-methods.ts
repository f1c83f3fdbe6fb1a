// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { Agent, AgentExecutionCredits, AgentFileBatchPositionRequest, AgentFileCreateRequest, AgentFileListResponse, AgentFileResponse, AgentFileUpdateRequest, AgentRequest, AgentRequestPartial, AgentRunLog, AgentRunView, AgentRunViewListResponse, AgentStudioChat, AgentStudioChatCreate, AgentStudioChatUpdate, AgentSubscribeRequest, AgentSubscribeResponse, AgentSubscriptionListResponse, AgentSubscriptionResponse, AgentThemePreferenceResponse, AgentThemePreferenceUpsertRequest, ApiKey, ApiKeyCreate, ApiKeyHidden, BillingInformationSubscription, CheckVanitySlugQuery, CliAuthInsertModel, CliAuthModel, CloneChatBody, ConvertTextToCronQuery, GetMonetizationEarningsQuery, GetMonetizationSubscribersQuery, GetMonetizationSummaryQuery, GetVibePromptQuery, ListAgentRunsQuery, ListToolExecutionLogsQuery, McpServerLog, MonetizationEarningsResponse, MonetizationSubscribersResponse, MonetizationSummary, PaymentSessionRequest, PaymentSessionResponse, PaymentWebhookResponseSuccess, PublicTool, ReceivePaymentEventBody, RunToolBody, RunToolQuery, ScheduleListResponse, ScheduleRequest, ScheduleUpdateRequest, SearchToolsQuery, SlugRequest, Tool, ToolExecutionLog, ToolExecutionLogsResponse, ToolResult, ToolSet, ToolSetWithTools, UserBundle, UserBundleRequest, UserBundleRow, UserBundleSimplified, UserBundleTool, UserFeedbackRequest, UserInstallToolRequest, UserInstalledTool, UserTool, UserWithTier, VibeCoderListResponse, VibeCoderPromptResponse, VipCodeRedeemed, VipCodeRedemptionCount, VipCodeRequest } from '@agent-workers/types';
import type { Checked, ClientCallOptions, ClientWriteOptions } from '../clients/call-options.ts';
import type { PagedMethod } from '../clients/paged-method.ts';
import type { AnswerIn, BodyIn, Profile } from '../clients/profile.ts';
import type { ApiCall } from '../transport/call.ts';

/** The operations of `agentFiles`. */
export interface AgentFilesMethods {
  /** List the files of an agent. What comes is checked by `schema`, and has its type. */
  listAgentFiles<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * List the files of an agent.
   *
   * Returns the files of the agent, ordered by position.
   * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403
   * conform.
   *
   * `GET /me/agents/{agent_id}/files`
   * - 200: AgentFileListResponse
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgentFiles(agentId: string, options?: ClientCallOptions): ApiCall<AgentFileListResponse, 403 | 404 | 422>;

  /** Add a file to an agent. What comes is checked by `schema`, and has its type. */
  createAgentFile<T>(agentId: string, body: AgentFileCreateRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Add a file to an agent.
   *
   * Creates a file of the agent. The number of files per agent is capped.
   * Not shown by the interface: the maximum number of files per agent.
   *
   * `POST /me/agents/{agent_id}/files`
   * - 201: AgentFileResponse
   * - 400: invalid request or file limit exceeded
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createAgentFile(agentId: string, body: AgentFileCreateRequest, options?: ClientWriteOptions): ApiCall<AgentFileResponse, 400 | 403 | 404 | 422>;

  /** Get a file of an agent. What comes is checked by `schema`, and has its type. */
  getAgentFile<T>(agentId: string, fileId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get a file of an agent.
   *
   * Returns one file of the agent.
   * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403
   * conform.
   *
   * `GET /me/agents/{agent_id}/files/{file_id}`
   * - 200: AgentFileResponse
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgentFile(agentId: string, fileId: string, options?: ClientCallOptions): ApiCall<AgentFileResponse, 403 | 404 | 422>;

  /**
   * Delete a file of an agent.
   *
   * Deletes one file of the agent and answers without a body.
   *
   * `DELETE /me/agents/{agent_id}/files/{file_id}`
   * - 204: no body
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteAgentFile(agentId: string, fileId: string, options?: ClientCallOptions): ApiCall<void, 403 | 404 | 422>;

  /** Update a file of an agent. What comes is checked by `schema`, and has its type. */
  updateAgentFile<T>(agentId: string, fileId: string, body: AgentFileUpdateRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Update a file of an agent.
   *
   * Updates one file of the agent in part.
   *
   * `PATCH /me/agents/{agent_id}/files/{file_id}`
   * - 200: AgentFileResponse
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateAgentFile(agentId: string, fileId: string, body: AgentFileUpdateRequest, options?: ClientWriteOptions): ApiCall<AgentFileResponse, 403 | 404 | 422>;

  /** Reorder the files of an agent. What comes is checked by `schema`, and has its type. */
  reorderAgentFiles<T>(agentId: string, body: AgentFileBatchPositionRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Reorder the files of an agent.
   *
   * Sets the positions of the agent's files as a batch and returns the files.
   * Reading: The static segment positions stands beside {file_id}. The static segment wins, and it is no uuid,
   * so no file is hidden. Another method on this path may be read as an operation on a file with a malformed
   * identifier.
   *
   * `PUT /me/agents/{agent_id}/files/positions`
   * - 200: AgentFileListResponse
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  reorderAgentFiles(agentId: string, body: AgentFileBatchPositionRequest, options?: ClientWriteOptions): ApiCall<AgentFileListResponse, 403 | 404 | 422>;
}

/** The operations of `agentRuns`. */
export interface AgentRunsMethods {
  /**
   * List agent runs.
   *
   * Returns one page of the caller's agent runs.
   * Not shown by the interface: sort order.
   *
   * `GET /me/agent-runs`
   * - 200: AgentRunViewListResponse
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * `await` gives this page, `for await` its items and those after it; `.pages()` gives the pages.
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  readonly listAgentRuns: PagedMethod<ListAgentRunsQuery, AgentRunViewListResponse, 422 | 500>;

  /** Get an agent run. What comes is checked by `schema`, and has its type. */
  getAgentRun<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get an agent run.
   *
   * Returns the view of one agent run.
   *
   * `GET /me/agent-runs/{run_id}`
   * - 200: AgentRunView
   * - 404: run not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgentRun(runId: string, options?: ClientCallOptions): ApiCall<AgentRunView, 404 | 422 | 500>;

  /** List the MCP server logs of an agent run. What comes is checked by `schema`, and has its type. */
  listAgentRunMcpServerLogs<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * List the MCP server logs of an agent run.
   *
   * Returns the read-only logs of the MCP servers that the run called.
   * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an
   * unknown run 404, an empty array and every listed status conform.
   *
   * `GET /me/agent-runs/{run_id}/mcp-server-logs`
   * - 200: array of McpServerLog
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgentRunMcpServerLogs(runId: string, options?: ClientCallOptions): ApiCall<McpServerLog[], 422 | 500>;

  /** List the logs of an agent run. What comes is checked by `schema`, and has its type. */
  listAgentRunLogs<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * List the logs of an agent run.
   *
   * Returns the read-only logs of the run.
   * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an
   * unknown run 404, an empty array and every listed status conform.
   *
   * `GET /me/agent-runs/{run_id}/logs`
   * - 200: array of AgentRunLog
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgentRunLogs(runId: string, options?: ClientCallOptions): ApiCall<AgentRunLog[], 422 | 500>;
}

/** The operations of `agentThemes`. */
export interface AgentThemesMethods {
  /** Get the theme of an agent. What comes is checked by `schema`, and has its type. */
  getAgentTheme<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get the theme of an agent.
   *
   * Returns the theme preference of the agent, or null when it has none.
   * Reading: Whether the theme of a public agent of somebody else is readable is not shown. 200 and 403
   * conform.
   *
   * `GET /me/agents/{agent_id}/customizations/theme`
   * - 200: AgentThemePreferenceResponse or null
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgentTheme(agentId: string, options?: ClientCallOptions): ApiCall<AgentThemePreferenceResponse | null, 403 | 404 | 422>;

  /** Set the theme of an agent. What comes is checked by `schema`, and has its type. */
  setAgentTheme<T>(agentId: string, body: AgentThemePreferenceUpsertRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Set the theme of an agent.
   *
   * Creates or replaces the theme preference of the agent. The format of the theme color is validated.
   *
   * `PUT /me/agents/{agent_id}/customizations/theme`
   * - 200: AgentThemePreferenceResponse
   * - 400: invalid theme color format
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  setAgentTheme(agentId: string, body: AgentThemePreferenceUpsertRequest, options?: ClientWriteOptions): ApiCall<AgentThemePreferenceResponse, 400 | 403 | 404 | 422>;
}

/** The operations of `agents`. */
export interface AgentsMethods {
  /** List agents. What comes is checked by `schema`, and has its type. */
  listAgents<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List agents.
   *
   * Returns the caller's agents.
   *
   * `GET /me/agents`
   * - 200: array of AgentModel
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgents(options?: ClientCallOptions): ApiCall<Agent[]>;

  /** Create or update an agent. What comes is checked by `schema`, and has its type. */
  upsertAgent<T>(body: AgentRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Create or update an agent.
   *
   * Creates an agent, or updates one of the caller's. The chat prompt is required either way.
   * Reading: How the body names the agent to update is not shown, and neither is whether an unknown identifier
   * gives 404 or creates an agent. Either conforms.
   *
   * `POST /me/agents`
   * - 200: AgentModel
   * - 400: missing chat prompt or sandbox tier setting private
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  upsertAgent(body: AgentRequest, options?: ClientWriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422>;

  /** Get an agent. What comes is checked by `schema`, and has its type. */
  getAgent<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get an agent.
   *
   * Returns one agent. No authentication is declared.
   * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may
   * matter.
   *
   * `GET /me/agents/{agent_id}`
   * - 200: AgentModel
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgent(agentId: string, options?: ClientCallOptions): ApiCall<Agent, 403 | 404 | 422>;

  /** Generate the upsell description of an agent. What comes is checked by `schema`, and has its type. */
  generateUpsellDescription<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Generate the upsell description of an agent.
   *
   * Generates the upsell description and returns the agent with it.
   * Reading: No 403 is listed for an agent of somebody else. Any listed status conforms.
   *
   * `POST /me/agents/{agent_id}/upsell-description`
   * - 200: AgentModel (upsell description generated)
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   * - 500: generation failed
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  generateUpsellDescription(agentId: string, options?: ClientCallOptions): ApiCall<Agent, 404 | 422 | 500>;

  /** Check whether a vanity slug is available. What comes is checked by `schema`, and has its type. */
  checkVanitySlug<T>(query: CheckVanitySlugQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Check whether a vanity slug is available.
   *
   * Tells whether the slug is available.
   * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment
   * wins, so no agent with the identifier vanity has a path below it named slug.
   *
   * `GET /me/agents/vanity/slug`
   * - 200: body unspecified (availability result) (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  checkVanitySlug(query: CheckVanitySlugQuery, options?: ClientCallOptions): ApiCall<unknown, 422>;

  /** Generate a vanity slug. What comes is checked by `schema`, and has its type. */
  generateVanitySlug<T>(body: SlugRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Generate a vanity slug.
   *
   * Generates a vanity slug. No authentication is declared.
   * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment
   * wins, so no agent with the identifier vanity has a path below it named slug.
   *
   * `POST /me/agents/vanity/slug`
   * - 200: body unspecified (generated slug) (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   * - 500: generation failed
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  generateVanitySlug(body: SlugRequest, options?: ClientWriteOptions): ApiCall<unknown, 422 | 500>;

  /** Get the vibe prompt of an agent. What comes is checked by `schema`, and has its type. */
  getVibePrompt<T>(agentId: string, query: GetVibePromptQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the vibe prompt of an agent.
   *
   * Returns the prompt with which a code-generation service works on the agent.
   * Reading: An unknown agent and a private agent of somebody else have no listed status. Any answer conforms.
   *
   * `GET /me/agents/{agent_id}/vibe`
   * - 200: VibeCoderPromptResponse
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getVibePrompt(agentId: string, query: GetVibePromptQuery, options?: ClientCallOptions): ApiCall<VibeCoderPromptResponse, 422>;

  /** List vibe services. What comes is checked by `schema`, and has its type. */
  listVibeServices<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List vibe services.
   *
   * Returns the code-generation services. No authentication is declared.
   *
   * `GET /me/vibe/services`
   * - 200: VibeCoderListResponse
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listVibeServices(options?: ClientCallOptions): ApiCall<VibeCoderListResponse>;
}

/** The operations of `apiKeys`. */
export interface ApiKeysMethods {
  /** List API keys. What comes is checked by `schema`, and has its type. */
  listApiKeys<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List API keys.
   *
   * Returns the caller's API keys without their key values.
   *
   * `GET /me/api-keys`
   * - 200: array of ApiKeyHidden
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listApiKeys(options?: ClientCallOptions): ApiCall<ApiKeyHidden[], 500>;

  /** Create an API key. What comes is checked by `schema`, and has its type. */
  createApiKey<T>(body: ApiKeyCreate, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Create an API key.
   *
   * Creates an API key, the credential of the Workers API.
   *
   * `POST /me/api-keys`
   * - 200: ApiKey
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createApiKey(body: ApiKeyCreate, options?: ClientWriteOptions): ApiCall<ApiKey, 422 | 500>;

  /** Get the default API key. What comes is checked by `schema`, and has its type. */
  getDefaultApiKey<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * Get the default API key.
   *
   * Returns the API key that is the caller's default.
   * Reading: The static segment default stands beside {api_key_id}. The static segment wins, and it is no
   * integer, so no key is hidden.
   *
   * `GET /me/api-keys/default`
   * - 200: ApiKey
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getDefaultApiKey(options?: ClientCallOptions): ApiCall<ApiKey, 500>;

  /** Get an API key. What comes is checked by `schema`, and has its type. */
  getApiKey<T>(apiKeyId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get an API key.
   *
   * Returns one API key with its key value.
   *
   * `GET /me/api-keys/{api_key_id}`
   * - 200: ApiKey
   * - 404: Resource not found (API key)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getApiKey(apiKeyId: number, options?: ClientCallOptions): ApiCall<ApiKey, 404 | 422 | 500>;

  /** Delete an API key. What comes is checked by `schema`, and has its type. */
  deleteApiKey<T>(apiKeyId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Delete an API key.
   *
   * Deletes one API key and returns it without its key value.
   * Reading: Whether the default key can be deleted, and which key is the default afterwards, is not shown.
   *
   * `DELETE /me/api-keys/{api_key_id}`
   * - 200: ApiKeyHidden
   * - 404: Resource not found (API key)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteApiKey(apiKeyId: number, options?: ClientCallOptions): ApiCall<ApiKeyHidden, 404 | 422 | 500>;
}

/** The operations of `billing`. */
export interface BillingMethods {
  /** Get the billing information. What comes is checked by `schema`, and has its type. */
  getBilling<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * Get the billing information.
   *
   * Returns the caller's billing information.
   *
   * `GET /me/billing`
   * - 200: BillingInformationSubscription
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getBilling(options?: ClientCallOptions): ApiCall<BillingInformationSubscription, 500>;
}

/** The operations of `bundles`. */
export interface BundlesMethods {
  /** List bundles. What comes is checked by `schema`, and has its type. */
  listBundles<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List bundles.
   *
   * Returns the caller's bundles in a simplified form.
   *
   * `GET /me/bundles`
   * - 200: array of UserBundleSimplified
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listBundles(options?: ClientCallOptions): ApiCall<UserBundleSimplified[], 500>;

  /** Create a bundle. What comes is checked by `schema`, and has its type. */
  createBundle<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 409 | 500>;
  /**
   * Create a bundle.
   *
   * Creates a bundle. The request has no body.
   *
   * `POST /me/bundles`
   * - 200: UserBundle
   * - 409: creation failed
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createBundle(options?: ClientCallOptions): ApiCall<UserBundle, 409 | 500>;

  /** Get a bundle. What comes is checked by `schema`, and has its type. */
  getBundle<T>(bundleId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a bundle.
   *
   * Returns one bundle.
   *
   * `GET /me/bundles/{bundle_id}`
   * - 200: UserBundle
   * - 404: Resource not found (bundle)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getBundle(bundleId: number, options?: ClientCallOptions): ApiCall<UserBundle, 404 | 422 | 500>;

  /** Update a bundle. What comes is checked by `schema`, and has its type. */
  updateBundle<T>(bundleId: number, body: UserBundleRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 409 | 422 | 500>;
  /**
   * Update a bundle.
   *
   * Updates one bundle.
   * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists 409 only. For an
   * unknown bundle 404, 409 and every other listed error conform.
   *
   * `PUT /me/bundles/{bundle_id}`
   * - 200: UserBundle
   * - 409: update failed
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateBundle(bundleId: number, body: UserBundleRequest, options?: ClientWriteOptions): ApiCall<UserBundle, 409 | 422 | 500>;

  /** Delete a bundle. What comes is checked by `schema`, and has its type. */
  deleteBundle<T>(bundleId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Delete a bundle.
   *
   * Deletes one bundle and returns its row.
   *
   * `DELETE /me/bundles/{bundle_id}`
   * - 200: UserBundleRow
   * - 404: Resource not found (bundle)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteBundle(bundleId: number, options?: ClientCallOptions): ApiCall<UserBundleRow, 404 | 422 | 500>;

  /** List the tools of a bundle. What comes is checked by `schema`, and has its type. */
  listBundleTools<T>(bundleId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * List the tools of a bundle.
   *
   * Returns the tools that the bundle holds.
   * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists no 404. For an
   * unknown bundle 404, an empty array and every listed status conform.
   *
   * `GET /me/bundles/{bundle_id}/tools`
   * - 200: array of UserBundleTool
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listBundleTools(bundleId: number, options?: ClientCallOptions): ApiCall<UserBundleTool[], 422 | 500>;

  /** Add a tool to a bundle. What comes is checked by `schema`, and has its type. */
  addBundleTool<T>(bundleId: number, body: UserBundleTool, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Add a tool to a bundle.
   *
   * Makes the tool a member of the bundle.
   * Reading: The row answers 404 for an unknown bundle; a tool that does not exist has no status of its own.
   *
   * `POST /me/bundles/{bundle_id}/tools`
   * - 200: UserBundleTool
   * - 404: bundle not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  addBundleTool(bundleId: number, body: UserBundleTool, options?: ClientCallOptions): ApiCall<UserBundleTool, 404 | 422 | 500>;

  /** Remove a tool from a bundle. What comes is checked by `schema`, and has its type. */
  removeBundleTool<T>(bundleId: number, toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Remove a tool from a bundle.
   *
   * Ends the membership of the tool in the bundle.
   *
   * `DELETE /me/bundles/{bundle_id}/tools/{tool_id}`
   * - 200: UserBundleTool
   * - 404: bundle or tool not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  removeBundleTool(bundleId: number, toolId: string, options?: ClientCallOptions): ApiCall<UserBundleTool, 404 | 422 | 500>;
}

/** The operations of `chats`. */
export interface ChatsMethods {
  /** List chats. What comes is checked by `schema`, and has its type. */
  listChats<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List chats.
   *
   * Returns the caller's chats, which are the same records as the agents.
   *
   * `GET /me/chats`
   * - 200: array of AgentModel
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listChats(options?: ClientCallOptions): ApiCall<Agent[]>;

  /** Create a chat. What comes is checked by `schema`, and has its type. */
  createChat<T>(body: AgentRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 422>;
  /**
   * Create a chat.
   *
   * Creates a chat. This operation is deprecated; upsertAgent replaces it.
   *
   * `POST /me/chats`
   * - 200: AgentModel
   * - 400: missing chat prompt or sandbox tier setting private
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   * @deprecated
   */
  createChat(body: AgentRequest, options?: ClientWriteOptions): ApiCall<Agent, 400 | 422>;

  /** Get a chat. What comes is checked by `schema`, and has its type. */
  getChat<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get a chat.
   *
   * Returns one chat. No authentication is declared.
   * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may
   * matter.
   *
   * `GET /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getChat(chatId: string, options?: ClientCallOptions): ApiCall<Agent, 403 | 404 | 422>;

  /** Replace a chat. What comes is checked by `schema`, and has its type. */
  replaceChat<T>(chatId: string, body: AgentRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Replace a chat.
   *
   * Updates the chat in full.
   * Reading: The body is the same AgentRequest whose missing chat prompt gives 400 on create and upsert, while
   * this row lists 400 for the sandbox tier only. For a missing chat prompt 200, 400 and 422 conform.
   *
   * `PUT /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  replaceChat(chatId: string, body: AgentRequest, options?: ClientWriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422>;

  /** Delete a chat. What comes is checked by `schema`, and has its type. */
  deleteChat<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Delete a chat.
   *
   * Deletes the chat and returns it.
   * Reading: Whether the delete is hard or soft is not shown, so a deleted chat may stay readable or listed.
   *
   * `DELETE /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteChat(chatId: string, options?: ClientCallOptions): ApiCall<Agent, 403 | 404 | 422>;

  /** Update a chat. What comes is checked by `schema`, and has its type. */
  updateChat<T>(chatId: string, body: AgentRequestPartial, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Update a chat.
   *
   * Updates the chat in part. A field that is left out keeps its value.
   *
   * `PATCH /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateChat(chatId: string, body: AgentRequestPartial, options?: ClientWriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422>;

  /** Get the social preview of a chat. What comes is checked by `schema`, and has its type. */
  getChatSocialPreview<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the social preview of a chat.
   *
   * Returns the social-preview metadata of the chat. No authentication is declared.
   * Reading: An unknown chat and a private chat have no listed status. Any answer conforms.
   *
   * `GET /me/chats/{chat_id}/og`
   * - 200: body unspecified (social-preview metadata) (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getChatSocialPreview(chatId: string, options?: ClientCallOptions): ApiCall<unknown, 422>;

  /** Clone a chat. What comes is checked by `schema`, and has its type. */
  cloneChat<T>(chatId: string, body: CloneChatBody | undefined, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Clone a chat.
   *
   * Copies a public chat. The optional body names fields of the agent.
   * Reading: The limits of the interface answer 400 when a sandbox tier sets a chat private, while this
   * operation lists 403 and 404 only. For a body that asks for private 400, a listed status and a clone that
   * stays public conform. The effect of the body is not shown.
   *
   * `POST /me/chats/{chat_id}/clone`
   * - 200: AgentModel
   * - 403: chat is not public
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  cloneChat(chatId: string, body?: CloneChatBody, options?: ClientWriteOptions): ApiCall<Agent, 403 | 404 | 422>;

  /** Submit feedback on a chat. What comes is checked by `schema`, and has its type. */
  submitChatFeedback<T>(chatId: string, body: UserFeedbackRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 404 | 422>;
  /**
   * Submit feedback on a chat.
   *
   * Records the user's feedback and returns the chat.
   * Reading: No 403 is listed for a private chat of somebody else. Any listed status conforms.
   *
   * `POST /me/chats/{chat_id}/feedback`
   * - 200: AgentModel
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  submitChatFeedback(chatId: string, body: UserFeedbackRequest, options?: ClientWriteOptions): ApiCall<Agent, 404 | 422>;

  /** Create a run log entry of a chat. What comes is checked by `schema`, and has its type. */
  createChatRunLog<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422 | 500>;
  /**
   * Create a run log entry of a chat.
   *
   * Creates a new run log entry for the chat. The request has no body.
   *
   * `POST /me/chats/{chat_id}/runs`
   * - 200: AgentRunLog (new run log entry)
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createChatRunLog(chatId: string, options?: ClientCallOptions): ApiCall<AgentRunLog, 403 | 404 | 422 | 500>;
}

/** The operations of `cliAuth`. */
export interface CliAuthMethods {
  /** Create a CLI auth session. What comes is checked by `schema`, and has its type. */
  createCliAuthSession<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 503>;
  /**
   * Create a CLI auth session.
   *
   * Creates a short-lived session, to which a logged-in client attaches its JWT. No authentication is declared.
   *
   * `POST /me/cli-auth`
   * - 200: CliAuthModel
   * - 503: CLI authentication service unavailable
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createCliAuthSession(options?: ClientCallOptions): ApiCall<CliAuthModel, 503>;

  /** Consume the JWT of a CLI auth session. What comes is checked by `schema`, and has its type. */
  consumeCliAuthJwt<T>(cliAuthId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 503>;
  /**
   * Consume the JWT of a CLI auth session.
   *
   * Returns the JWT of the session, or null, and consumes it by the read. Do not repeat or retry this call
   * blindly. No authentication is declared.
   * Reading: The row calls the identifier auth_id; it is the cli_auth_id of the PUT row. A GET is safe by its
   * method, but this one consumes the JWT, so its effect is a change. After the JWT was read, null and 404 both
   * conform.
   *
   * `GET /me/cli-auth/{cli_auth_id}`
   * - 200: string JWT or null (the JWT is consumed by the read)
   * - 404: Resource not found (CLI auth)
   * - 422: Validation error with body HTTPValidationError
   * - 503: CLI authentication service unavailable
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  consumeCliAuthJwt(cliAuthId: string, options?: ClientCallOptions): ApiCall<string | null, 404 | 422 | 503>;

  /** Attach a JWT to a CLI auth session. What comes is checked by `schema`, and has its type. */
  attachCliAuthJwt<T>(cliAuthId: string, body: CliAuthInsertModel, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422 | 503>;
  /**
   * Attach a JWT to a CLI auth session.
   *
   * Attaches the user's JWT to the session, so that the command-line client can read it once.
   *
   * `PUT /me/cli-auth/{cli_auth_id}`
   * - 200: CliAuthModel
   * - 403: not allowed to update this session
   * - 404: Resource not found (CLI auth)
   * - 422: Validation error with body HTTPValidationError
   * - 503: CLI authentication service unavailable
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  attachCliAuthJwt(cliAuthId: string, body: CliAuthInsertModel, options?: ClientWriteOptions): ApiCall<CliAuthModel, 403 | 404 | 422 | 503>;
}

/** The operations of `credits`. */
export interface CreditsMethods {
  /** Get the credit balance. What comes is checked by `schema`, and has its type. */
  getCredits<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 500>;
  /**
   * Get the credit balance.
   *
   * Returns the caller's balance of agent execution credits.
   *
   * `GET /me/credits`
   * - 200: AgentExecutionCredits
   * - 404: credits not found
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getCredits(options?: ClientCallOptions): ApiCall<AgentExecutionCredits, 404 | 500>;

  /** Use credits. What comes is checked by `schema`, and has its type. */
  useCredits<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 500>;
  /**
   * Use credits.
   *
   * Uses agent execution credits and returns the balance. The request has no body.
   * Not shown by the interface: how many credits one call uses.
   * Reading: What happens at a balance of zero is not shown. Any listed status conforms.
   *
   * `POST /me/credits/use`
   * - 200: AgentExecutionCredits
   * - 404: Resource not found (credits)
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  useCredits(options?: ClientCallOptions): ApiCall<AgentExecutionCredits, 404 | 500>;
}

/** The operations of `executions`. */
export interface ExecutionsMethods {
  /**
   * List tool execution logs.
   *
   * Returns one page of the caller's tool execution logs.
   * Not shown by the interface: sort order.
   * Reading: Whether a run of POST /me/tools/run/{tool_name} appears here is open. Either conforms.
   *
   * `GET /me/executions`
   * - 200: ToolExecutionLogsResponse
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * `await` gives this page, `for await` its items and those after it; `.pages()` gives the pages.
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  readonly listToolExecutionLogs: PagedMethod<ListToolExecutionLogsQuery, ToolExecutionLogsResponse, 422 | 500>;

  /** Get a tool execution log. What comes is checked by `schema`, and has its type. */
  getToolExecutionLog<T>(logId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a tool execution log.
   *
   * Returns one read-only tool execution log.
   *
   * `GET /me/executions/{log_id}`
   * - 200: ToolExecutionLog
   * - 404: Resource not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getToolExecutionLog(logId: number, options?: ClientCallOptions): ApiCall<ToolExecutionLog, 404 | 422 | 500>;
}

/** The operations of `monetization`. */
export interface MonetizationMethods {
  /** Get the monetization summary. What comes is checked by `schema`, and has its type. */
  getMonetizationSummary<T>(query: GetMonetizationSummaryQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the monetization summary.
   *
   * Returns the total subscribers and earnings for the period.
   *
   * `GET /me/monetization/summary`
   * - 200: MonetizationSummary (total subscribers and earnings for the period)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getMonetizationSummary(query?: GetMonetizationSummaryQuery, options?: ClientCallOptions): ApiCall<MonetizationSummary, 422>;

  /** Get the daily subscriber counts. What comes is checked by `schema`, and has its type. */
  getMonetizationSubscribers<T>(query: GetMonetizationSubscribersQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the daily subscriber counts.
   *
   * Returns the daily subscriber counts of the period.
   * Reading: Whether a day without subscribers has an entry, and so how many entries come, is not shown.
   *
   * `GET /me/monetization/subscribers`
   * - 200: MonetizationSubscribersResponse (daily subscriber counts)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getMonetizationSubscribers(query?: GetMonetizationSubscribersQuery, options?: ClientCallOptions): ApiCall<MonetizationSubscribersResponse, 422>;

  /** Get the daily earnings. What comes is checked by `schema`, and has its type. */
  getMonetizationEarnings<T>(query: GetMonetizationEarningsQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the daily earnings.
   *
   * Returns the daily earnings of the period.
   * Reading: Whether a day without earnings has an entry, and so how many entries come, is not shown.
   *
   * `GET /me/monetization/earnings`
   * - 200: MonetizationEarningsResponse (daily earnings)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getMonetizationEarnings(query?: GetMonetizationEarningsQuery, options?: ClientCallOptions): ApiCall<MonetizationEarningsResponse, 422>;
}

/** The operations of `payments`. */
export interface PaymentsMethods {
  /** Receive an event of the payment provider. What comes is checked by `schema`, and has its type. */
  receivePaymentEvent<T>(body: ReceivePaymentEventBody, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 422>;
  /**
   * Receive an event of the payment provider.
   *
   * Takes an event from the payment provider and answers 200 when it is processed. The request must carry a
   * signature header. No authentication is declared.
   * Not shown by the interface: name of the webhook signature header.
   *
   * `POST /me/payments/webhook`
   * - 200: PaymentWebhookResponseSuccess
   * - 400: missing signature or invalid event
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  receivePaymentEvent(body: ReceivePaymentEventBody, options?: ClientCallOptions): ApiCall<PaymentWebhookResponseSuccess, 400 | 422>;

  /** Create a payment session. What comes is checked by `schema`, and has its type. */
  createPaymentSession<T>(body: PaymentSessionRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Create a payment session.
   *
   * Creates a session with the payment provider.
   *
   * `POST /me/payments/sessions`
   * - 200: PaymentSessionResponse
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createPaymentSession(body: PaymentSessionRequest, options?: ClientWriteOptions): ApiCall<PaymentSessionResponse, 422>;
}

/** The operations of `schedules`. */
export interface SchedulesMethods {
  /** List schedules. What comes is checked by `schema`, and has its type. */
  listSchedules<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List schedules.
   *
   * Returns the caller's schedules.
   *
   * `GET /me/schedules`
   * - 200: ScheduleListResponse
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listSchedules(options?: ClientCallOptions): ApiCall<ScheduleListResponse, 500>;

  /** Create a schedule. What comes is checked by `schema`, and has its type. */
  createSchedule<T>(body: ScheduleRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 422 | 500>;
  /**
   * Create a schedule.
   *
   * Schedules runs of a chat that the caller owns. The runs themselves may use credits.
   * Reading: The list of errors answers an invalid cron with 400, this operation lists no 400. For an invalid
   * cron any refusal conforms.
   *
   * `POST /me/schedules`
   * - 200: body unspecified (not shown: body)
   * - 403: chat ID invalid, missing or not owned by the caller
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createSchedule(body: ScheduleRequest, options?: ClientWriteOptions): ApiCall<unknown, 403 | 422 | 500>;

  /** Get the schedule onboarding. What comes is checked by `schema`, and has its type. */
  getScheduleOnboarding<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * Get the schedule onboarding.
   *
   * Returns the onboarding of schedules. The interface says nothing more about it.
   * Reading: The static segment onboarding stands beside {schedule_id}. The static segment wins, and it is no
   * uuid, so no schedule is hidden.
   *
   * `GET /me/schedules/onboarding`
   * - 200: body unspecified (not shown: body)
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getScheduleOnboarding(options?: ClientCallOptions): ApiCall<unknown, 500>;

  /** Convert text to a cron expression. What comes is checked by `schema`, and has its type. */
  convertTextToCron<T>(query: ConvertTextToCronQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 422 | 500>;
  /**
   * Convert text to a cron expression.
   *
   * Converts the value of cron to a cron expression.
   * Reading: The static segment text-to-cron stands beside {schedule_id}. The static segment wins, and it is no
   * uuid, so no schedule is hidden.
   *
   * `GET /me/schedules/text-to-cron`
   * - 200: body unspecified (converted cron) (not shown: body)
   * - 400: invalid cron expression
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  convertTextToCron(query: ConvertTextToCronQuery, options?: ClientCallOptions): ApiCall<unknown, 400 | 422 | 500>;

  /** Get a schedule. What comes is checked by `schema`, and has its type. */
  getSchedule<T>(scheduleId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a schedule.
   *
   * Returns one schedule.
   *
   * `GET /me/schedules/{schedule_id}`
   * - 200: body unspecified (not shown: body)
   * - 404: Resource not found (schedule)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getSchedule(scheduleId: string, options?: ClientCallOptions): ApiCall<unknown, 404 | 422 | 500>;

  /** Update a schedule. What comes is checked by `schema`, and has its type. */
  updateSchedule<T>(scheduleId: string, body: ScheduleUpdateRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Update a schedule.
   *
   * Updates one schedule.
   * Reading: The list of errors gives 404 for a schedule that is not found and 400 for an invalid cron, this
   * operation lists neither. For an unknown schedule 404 and every listed error conform; for an invalid cron
   * any refusal conforms.
   *
   * `PUT /me/schedules/{schedule_id}`
   * - 200: body unspecified (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateSchedule(scheduleId: string, body: ScheduleUpdateRequest, options?: ClientWriteOptions): ApiCall<unknown, 422 | 500>;

  /** Delete a schedule. What comes is checked by `schema`, and has its type. */
  deleteSchedule<T>(scheduleId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Delete a schedule.
   *
   * Deletes one schedule.
   * Reading: The list of errors gives 404 for a schedule that is not found, this operation lists no 404. For an
   * unknown schedule 404 and every listed status conform.
   *
   * `DELETE /me/schedules/{schedule_id}`
   * - 200: body unspecified (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteSchedule(scheduleId: string, options?: ClientCallOptions): ApiCall<unknown, 422 | 500>;
}

/** The operations of `studioChats`. */
export interface StudioChatsMethods {
  /** List studio chats. What comes is checked by `schema`, and has its type. */
  listStudioChats<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List studio chats.
   *
   * Returns the caller's agent studio chats.
   * Reading: Whether a soft-deleted studio chat is still listed is not shown. Either conforms.
   *
   * `GET /me/agent-studio-chats`
   * - 200: array of AgentStudioChat
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listStudioChats(options?: ClientCallOptions): ApiCall<AgentStudioChat[]>;

  /** Create a studio chat. What comes is checked by `schema`, and has its type. */
  createStudioChat<T>(body: AgentStudioChatCreate, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 409 | 422>;
  /**
   * Create a studio chat.
   *
   * Creates a studio chat, or returns the existing one when its run ID exists.
   * Reading: For a run_id that exists the row says both that the existing chat is returned (200) and that the
   * call conflicts (409). Either conforms.
   *
   * `POST /me/agent-studio-chats`
   * - 200: AgentStudioChat (creates a chat, or returns the existing one when run_id exists)
   * - 400: creation failed or sandbox tier creating a private chat
   * - 409: a chat with this run_id exists
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createStudioChat(body: AgentStudioChatCreate, options?: ClientWriteOptions): ApiCall<AgentStudioChat, 400 | 409 | 422>;

  /** Get a studio chat. What comes is checked by `schema`, and has its type. */
  getStudioChat<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get a studio chat.
   *
   * Returns one studio chat. No authentication is declared.
   * Reading: Whether a soft-deleted studio chat is still readable is not shown. Either conforms. No credential
   * is declared, yet 403 depends on the caller, so a credential may be sent and may matter.
   *
   * `GET /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat
   * - 403: no permission
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getStudioChat(runId: string, options?: ClientCallOptions): ApiCall<AgentStudioChat, 403 | 404 | 422>;

  /** Replace a studio chat. What comes is checked by `schema`, and has its type. */
  replaceStudioChat<T>(runId: string, body: AgentStudioChatCreate, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Replace a studio chat.
   *
   * Updates the studio chat in full.
   * Reading: A run_id in the body that differs from the one in the path is not shown. Any answer conforms.
   *
   * `PUT /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  replaceStudioChat(runId: string, body: AgentStudioChatCreate, options?: ClientWriteOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422>;

  /** Delete a studio chat. What comes is checked by `schema`, and has its type. */
  deleteStudioChat<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Delete a studio chat.
   *
   * Deletes the studio chat softly. The name of the resulting state is given nowhere.
   * Not shown by the interface: the state after the soft delete.
   * Reading: A second delete may answer 200, 400 or 404, since the state after a soft delete is not shown.
   *
   * `DELETE /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat (soft delete)
   * - 400: delete failed
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteStudioChat(runId: string, options?: ClientCallOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422>;

  /** Update a studio chat. What comes is checked by `schema`, and has its type. */
  updateStudioChat<T>(runId: string, body: AgentStudioChatUpdate, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Update a studio chat.
   *
   * Updates the studio chat in part. A field that is left out keeps its value.
   *
   * `PATCH /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateStudioChat(runId: string, body: AgentStudioChatUpdate, options?: ClientWriteOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422>;

  /** Clone a studio chat. What comes is checked by `schema`, and has its type. */
  cloneStudioChat<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 404 | 422>;
  /**
   * Clone a studio chat.
   *
   * Copies a public studio chat. Private chats cannot be cloned.
   * Reading: No 403 is listed: a private chat gives 400, also to its owner. A deployment that hides private
   * chats of others with 404 conforms as well.
   *
   * `POST /me/agent-studio-chats/{run_id}/clone`
   * - 201: AgentStudioChat
   * - 400: private chats cannot be cloned
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  cloneStudioChat(runId: string, options?: ClientCallOptions): ApiCall<AgentStudioChat, 400 | 404 | 422>;
}

/** The operations of `subscriptions`. */
export interface SubscriptionsMethods {
  /** Subscribe to a paid agent. What comes is checked by `schema`, and has its type. */
  subscribeToAgent<T>(agentId: string, body: AgentSubscribeRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 402 | 404 | 422>;
  /**
   * Subscribe to a paid agent.
   *
   * Creates a checkout session for the caller's subscription to a paid agent.
   * Reading: Whether a subscription is active at once or after payment, and so when 402 applies, is not shown.
   * A second subscribe may answer 200 or 402. No 403 is listed for an agent that the caller may not see.
   *
   * `POST /me/agents/{agent_id}/subscribe`
   * - 200: AgentSubscribeResponse (a checkout session is created)
   * - 400: agent is not paid or caller is its owner
   * - 402: already subscribed
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  subscribeToAgent(agentId: string, body: AgentSubscribeRequest, options?: ClientWriteOptions): ApiCall<AgentSubscribeResponse, 400 | 402 | 404 | 422>;

  /** Unsubscribe from a paid agent. What comes is checked by `schema`, and has its type. */
  unsubscribeFromAgent<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 404 | 422>;
  /**
   * Unsubscribe from a paid agent.
   *
   * Cancels the caller's subscription to a paid agent.
   * Reading: Whether the cancellation takes effect at once or at the end of the period is not shown, so a
   * second unsubscribe may answer 200 or 400. No 403 is listed for an agent that the caller may not see.
   *
   * `POST /me/agents/{agent_id}/unsubscribe`
   * - 200: AgentSubscriptionResponse
   * - 400: no active subscription to cancel, or no payment-provider subscription found
   * - 404: Resource not found (agent, subscription)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  unsubscribeFromAgent(agentId: string, options?: ClientCallOptions): ApiCall<AgentSubscriptionResponse, 400 | 404 | 422>;

  /** List subscriptions. What comes is checked by `schema`, and has its type. */
  listSubscriptions<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List subscriptions.
   *
   * Returns the caller's subscriptions to paid agents.
   *
   * `GET /me/subscriptions`
   * - 200: AgentSubscriptionListResponse
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listSubscriptions(options?: ClientCallOptions): ApiCall<AgentSubscriptionListResponse>;

  /** Get a subscription. What comes is checked by `schema`, and has its type. */
  getSubscription<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422>;
  /**
   * Get a subscription.
   *
   * Returns the caller's subscription to one paid agent.
   *
   * `GET /me/subscriptions/{agent_id}`
   * - 200: AgentSubscriptionResponse
   * - 404: Resource not found (subscription)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getSubscription(agentId: string, options?: ClientCallOptions): ApiCall<AgentSubscriptionResponse, 404 | 422>;
}

/** The operations of `tools`. */
export interface ToolsMethods {
  /** List tools in MCP format. What comes is checked by `schema`, and has its type. */
  listTools<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List tools in MCP format.
   *
   * Returns the tools in MCP format.
   * Reading: The static segment list stands beside {tool_id}. The static segment wins, so a tool with the
   * identifier list cannot be read by getPublicTool.
   *
   * `GET /me/tools/list`
   * - 200: array of Tool (MCP format)
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listTools(options?: ClientCallOptions): ApiCall<Tool[], 500>;

  /** List public tools. What comes is checked by `schema`, and has its type. */
  listPublicTools<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List public tools.
   *
   * Returns the public tools. No authentication is declared.
   *
   * `GET /me/tools`
   * - 200: array of PublicTool
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listPublicTools(options?: ClientCallOptions): ApiCall<PublicTool[], 500>;

  /** Search tools. What comes is checked by `schema`, and has its type. */
  searchTools<T>(query: SearchToolsQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Search tools.
   *
   * Returns the tools that match the query.
   * Reading: The static segment search stands beside {tool_id}. The static segment wins, so a tool with the
   * identifier search cannot be read by getPublicTool.
   *
   * `GET /me/tools/search`
   * - 200: array of Tool
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  searchTools(query: SearchToolsQuery, options?: ClientCallOptions): ApiCall<Tool[], 422 | 500>;

  /** Get a public tool. What comes is checked by `schema`, and has its type. */
  getPublicTool<T>(toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a public tool.
   *
   * Returns one public tool. No authentication is declared.
   *
   * `GET /me/tools/{tool_id}`
   * - 200: PublicTool
   * - 404: tool does not exist
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getPublicTool(toolId: string, options?: ClientCallOptions): ApiCall<PublicTool, 404 | 422 | 500>;

  /** Run a tool. What comes is checked by `schema`, and has its type. */
  runTool<T>(toolName: string, body: RunToolBody, query: RunToolQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 401 | 404 | 422 | 500>;
  /**
   * Run a tool.
   *
   * Runs the tool with the input in the body, which is any JSON object.
   * Reading: The endpoint through which an integration tool is invoked by name is not shown, so whether this
   * one runs the NOTIFIER tools is open. Whether a run appears among the tool execution logs is open as well.
   *
   * `POST /me/tools/run/{tool_name}`
   * - 200: ToolResult
   * - 400: invalid input or parameters
   * - 401: invalid or missing JWT
   * - 404: tool not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  runTool(toolName: string, body: RunToolBody, query?: RunToolQuery, options?: ClientCallOptions): ApiCall<ToolResult, 400 | 401 | 404 | 422 | 500>;
}

/** The operations of `toolsets`. */
export interface ToolsetsMethods {
  /** List toolsets. What comes is checked by `schema`, and has its type. */
  listToolsets<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List toolsets.
   *
   * Returns the toolsets.
   * Reading: The static segment list stands beside {toolset_name}. The static segment wins, so a toolset with
   * the name list cannot be read by getToolset.
   *
   * `GET /me/toolsets/list`
   * - 200: array of ToolSet
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listToolsets(options?: ClientCallOptions): ApiCall<ToolSet[], 500>;

  /** Get a toolset. What comes is checked by `schema`, and has its type. */
  getToolset<T>(toolsetName: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a toolset.
   *
   * Returns one toolset with its tools.
   *
   * `GET /me/toolsets/{toolset_name}`
   * - 200: ToolSetWithTools
   * - 404: Resource not found (toolset)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getToolset(toolsetName: string, options?: ClientCallOptions): ApiCall<ToolSetWithTools, 404 | 422 | 500>;
}

/** The operations of `user`. */
export interface UserMethods {
  /** Get the current user. What comes is checked by `schema`, and has its type. */
  getCurrentUser<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * Get the current user.
   *
   * Returns the current user with the tier.
   * Reading: The path ends with a slash as the interface writes it. The path without the slash is not shown.
   *
   * `GET /me/`
   * - 200: UserWithTier (current user)
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getCurrentUser(options?: ClientCallOptions): ApiCall<UserWithTier>;
}

/** The operations of `userTools`. */
export interface UserToolsMethods {
  /** List installed tools. What comes is checked by `schema`, and has its type. */
  listUserTools<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List installed tools.
   *
   * Returns the tools that the caller has installed.
   *
   * `GET /me/user-tools`
   * - 200: array of UserTool
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listUserTools(options?: ClientCallOptions): ApiCall<UserTool[], 500>;

  /** Install a tool. What comes is checked by `schema`, and has its type. */
  installTool<T>(body: UserInstallToolRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 409 | 422 | 500>;
  /**
   * Install a tool.
   *
   * Installs a tool for the caller.
   *
   * `POST /me/user-tools`
   * - 200: UserInstalledTool
   * - 409: installation failed
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  installTool(body: UserInstallToolRequest, options?: ClientWriteOptions): ApiCall<UserInstalledTool, 409 | 422 | 500>;

  /** Get an installed tool. What comes is checked by `schema`, and has its type. */
  getUserTool<T>(toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get an installed tool.
   *
   * Returns one tool that the caller has installed.
   *
   * `GET /me/user-tools/{tool_id}`
   * - 200: UserTool
   * - 404: Resource not found (tool)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getUserTool(toolId: string, options?: ClientCallOptions): ApiCall<UserTool, 404 | 422 | 500>;

  /** Uninstall a tool. What comes is checked by `schema`, and has its type. */
  uninstallTool<T>(toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Uninstall a tool.
   *
   * Removes one tool that the caller has installed.
   *
   * `DELETE /me/user-tools/{tool_id}`
   * - 200: UserInstalledTool
   * - 404: Resource not found (tool)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  uninstallTool(toolId: string, options?: ClientCallOptions): ApiCall<UserInstalledTool, 404 | 422 | 500>;
}

/** The operations of `vip`. */
export interface VipMethods {
  /** Get the VIP code redemption count. What comes is checked by `schema`, and has its type. */
  getVipRedemptionCount<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 400>;
  /**
   * Get the VIP code redemption count.
   *
   * Returns the redemption count of VIP codes.
   * Reading: Whether it counts the codes the caller redeemed or the redemptions of the caller's codes is not
   * shown.
   *
   * `GET /me/vip`
   * - 200: VipCodeRedemptionCount
   * - 400: database error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getVipRedemptionCount(options?: ClientCallOptions): ApiCall<VipCodeRedemptionCount, 400>;

  /** Redeem a VIP code. What comes is checked by `schema`, and has its type. */
  redeemVipCode<T>(body: VipCodeRequest, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 422>;
  /**
   * Redeem a VIP code.
   *
   * Redeems a VIP code, once per user. A user cannot redeem own codes.
   *
   * `POST /me/vip`
   * - 200: VipCodeRedeemed
   * - 400: invalid code, own code, or a code already redeemed by the caller
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  redeemVipCode(body: VipCodeRequest, options?: ClientWriteOptions): ApiCall<VipCodeRedeemed, 400 | 422>;
}

/** Every operation of one API, under the name of its resource. */
export interface UserApiMethods {
  readonly agentFiles: AgentFilesMethods;
  readonly agentRuns: AgentRunsMethods;
  readonly agentThemes: AgentThemesMethods;
  readonly agents: AgentsMethods;
  readonly apiKeys: ApiKeysMethods;
  readonly billing: BillingMethods;
  readonly bundles: BundlesMethods;
  readonly chats: ChatsMethods;
  readonly cliAuth: CliAuthMethods;
  readonly credits: CreditsMethods;
  readonly executions: ExecutionsMethods;
  readonly monetization: MonetizationMethods;
  readonly payments: PaymentsMethods;
  readonly schedules: SchedulesMethods;
  readonly studioChats: StudioChatsMethods;
  readonly subscriptions: SubscriptionsMethods;
  readonly tools: ToolsMethods;
  readonly toolsets: ToolsetsMethods;
  readonly user: UserMethods;
  readonly userTools: UserToolsMethods;
  readonly vip: VipMethods;
}

/** The operations of `agentFiles`, with the types of a profile. */
export interface ProfiledAgentFilesMethods<P extends Profile> {
  /** List the files of an agent. What comes is checked by `schema`, and has its type. */
  listAgentFiles<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * List the files of an agent.
   *
   * Returns the files of the agent, ordered by position.
   * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403
   * conform.
   *
   * `GET /me/agents/{agent_id}/files`
   * - 200: AgentFileListResponse
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgentFiles(agentId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listAgentFiles', AgentFileListResponse>, 403 | 404 | 422>;

  /** Add a file to an agent. What comes is checked by `schema`, and has its type. */
  createAgentFile<T>(agentId: string, body: BodyIn<P, 'createAgentFile', AgentFileCreateRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Add a file to an agent.
   *
   * Creates a file of the agent. The number of files per agent is capped.
   * Not shown by the interface: the maximum number of files per agent.
   *
   * `POST /me/agents/{agent_id}/files`
   * - 201: AgentFileResponse
   * - 400: invalid request or file limit exceeded
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createAgentFile(agentId: string, body: BodyIn<P, 'createAgentFile', AgentFileCreateRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'createAgentFile', AgentFileResponse>, 400 | 403 | 404 | 422>;

  /** Get a file of an agent. What comes is checked by `schema`, and has its type. */
  getAgentFile<T>(agentId: string, fileId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get a file of an agent.
   *
   * Returns one file of the agent.
   * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403
   * conform.
   *
   * `GET /me/agents/{agent_id}/files/{file_id}`
   * - 200: AgentFileResponse
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgentFile(agentId: string, fileId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getAgentFile', AgentFileResponse>, 403 | 404 | 422>;

  /**
   * Delete a file of an agent.
   *
   * Deletes one file of the agent and answers without a body.
   *
   * `DELETE /me/agents/{agent_id}/files/{file_id}`
   * - 204: no body
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteAgentFile(agentId: string, fileId: string, options?: ClientCallOptions): ApiCall<void, 403 | 404 | 422>;

  /** Update a file of an agent. What comes is checked by `schema`, and has its type. */
  updateAgentFile<T>(agentId: string, fileId: string, body: BodyIn<P, 'updateAgentFile', AgentFileUpdateRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Update a file of an agent.
   *
   * Updates one file of the agent in part.
   *
   * `PATCH /me/agents/{agent_id}/files/{file_id}`
   * - 200: AgentFileResponse
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateAgentFile(agentId: string, fileId: string, body: BodyIn<P, 'updateAgentFile', AgentFileUpdateRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'updateAgentFile', AgentFileResponse>, 403 | 404 | 422>;

  /** Reorder the files of an agent. What comes is checked by `schema`, and has its type. */
  reorderAgentFiles<T>(agentId: string, body: BodyIn<P, 'reorderAgentFiles', AgentFileBatchPositionRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Reorder the files of an agent.
   *
   * Sets the positions of the agent's files as a batch and returns the files.
   * Reading: The static segment positions stands beside {file_id}. The static segment wins, and it is no uuid,
   * so no file is hidden. Another method on this path may be read as an operation on a file with a malformed
   * identifier.
   *
   * `PUT /me/agents/{agent_id}/files/positions`
   * - 200: AgentFileListResponse
   * - 403: No permission on the agent or file
   * - 404: Resource not found (agent, file)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  reorderAgentFiles(agentId: string, body: BodyIn<P, 'reorderAgentFiles', AgentFileBatchPositionRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'reorderAgentFiles', AgentFileListResponse>, 403 | 404 | 422>;
}

/** The operations of `agentRuns`, with the types of a profile. */
export interface ProfiledAgentRunsMethods<P extends Profile> {
  /**
   * List agent runs.
   *
   * Returns one page of the caller's agent runs.
   * Not shown by the interface: sort order.
   *
   * `GET /me/agent-runs`
   * - 200: AgentRunViewListResponse
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * `await` gives this page, `for await` its items and those after it; `.pages()` gives the pages.
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  readonly listAgentRuns: PagedMethod<ListAgentRunsQuery, AnswerIn<P, 'listAgentRuns', AgentRunViewListResponse>, 422 | 500>;

  /** Get an agent run. What comes is checked by `schema`, and has its type. */
  getAgentRun<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get an agent run.
   *
   * Returns the view of one agent run.
   *
   * `GET /me/agent-runs/{run_id}`
   * - 200: AgentRunView
   * - 404: run not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgentRun(runId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getAgentRun', AgentRunView>, 404 | 422 | 500>;

  /** List the MCP server logs of an agent run. What comes is checked by `schema`, and has its type. */
  listAgentRunMcpServerLogs<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * List the MCP server logs of an agent run.
   *
   * Returns the read-only logs of the MCP servers that the run called.
   * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an
   * unknown run 404, an empty array and every listed status conform.
   *
   * `GET /me/agent-runs/{run_id}/mcp-server-logs`
   * - 200: array of McpServerLog
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgentRunMcpServerLogs(runId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listAgentRunMcpServerLogs', McpServerLog[]>, 422 | 500>;

  /** List the logs of an agent run. What comes is checked by `schema`, and has its type. */
  listAgentRunLogs<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * List the logs of an agent run.
   *
   * Returns the read-only logs of the run.
   * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an
   * unknown run 404, an empty array and every listed status conform.
   *
   * `GET /me/agent-runs/{run_id}/logs`
   * - 200: array of AgentRunLog
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgentRunLogs(runId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listAgentRunLogs', AgentRunLog[]>, 422 | 500>;
}

/** The operations of `agentThemes`, with the types of a profile. */
export interface ProfiledAgentThemesMethods<P extends Profile> {
  /** Get the theme of an agent. What comes is checked by `schema`, and has its type. */
  getAgentTheme<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get the theme of an agent.
   *
   * Returns the theme preference of the agent, or null when it has none.
   * Reading: Whether the theme of a public agent of somebody else is readable is not shown. 200 and 403
   * conform.
   *
   * `GET /me/agents/{agent_id}/customizations/theme`
   * - 200: AgentThemePreferenceResponse or null
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgentTheme(agentId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getAgentTheme', AgentThemePreferenceResponse | null>, 403 | 404 | 422>;

  /** Set the theme of an agent. What comes is checked by `schema`, and has its type. */
  setAgentTheme<T>(agentId: string, body: BodyIn<P, 'setAgentTheme', AgentThemePreferenceUpsertRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Set the theme of an agent.
   *
   * Creates or replaces the theme preference of the agent. The format of the theme color is validated.
   *
   * `PUT /me/agents/{agent_id}/customizations/theme`
   * - 200: AgentThemePreferenceResponse
   * - 400: invalid theme color format
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  setAgentTheme(agentId: string, body: BodyIn<P, 'setAgentTheme', AgentThemePreferenceUpsertRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'setAgentTheme', AgentThemePreferenceResponse>, 400 | 403 | 404 | 422>;
}

/** The operations of `agents`, with the types of a profile. */
export interface ProfiledAgentsMethods<P extends Profile> {
  /** List agents. What comes is checked by `schema`, and has its type. */
  listAgents<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List agents.
   *
   * Returns the caller's agents.
   *
   * `GET /me/agents`
   * - 200: array of AgentModel
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listAgents(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listAgents', Agent[]>>;

  /** Create or update an agent. What comes is checked by `schema`, and has its type. */
  upsertAgent<T>(body: BodyIn<P, 'upsertAgent', AgentRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Create or update an agent.
   *
   * Creates an agent, or updates one of the caller's. The chat prompt is required either way.
   * Reading: How the body names the agent to update is not shown, and neither is whether an unknown identifier
   * gives 404 or creates an agent. Either conforms.
   *
   * `POST /me/agents`
   * - 200: AgentModel
   * - 400: missing chat prompt or sandbox tier setting private
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  upsertAgent(body: BodyIn<P, 'upsertAgent', AgentRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'upsertAgent', Agent>, 400 | 403 | 404 | 422>;

  /** Get an agent. What comes is checked by `schema`, and has its type. */
  getAgent<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get an agent.
   *
   * Returns one agent. No authentication is declared.
   * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may
   * matter.
   *
   * `GET /me/agents/{agent_id}`
   * - 200: AgentModel
   * - 403: No permission on the agent
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getAgent(agentId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getAgent', Agent>, 403 | 404 | 422>;

  /** Generate the upsell description of an agent. What comes is checked by `schema`, and has its type. */
  generateUpsellDescription<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Generate the upsell description of an agent.
   *
   * Generates the upsell description and returns the agent with it.
   * Reading: No 403 is listed for an agent of somebody else. Any listed status conforms.
   *
   * `POST /me/agents/{agent_id}/upsell-description`
   * - 200: AgentModel (upsell description generated)
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   * - 500: generation failed
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  generateUpsellDescription(agentId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'generateUpsellDescription', Agent>, 404 | 422 | 500>;

  /** Check whether a vanity slug is available. What comes is checked by `schema`, and has its type. */
  checkVanitySlug<T>(query: CheckVanitySlugQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Check whether a vanity slug is available.
   *
   * Tells whether the slug is available.
   * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment
   * wins, so no agent with the identifier vanity has a path below it named slug.
   *
   * `GET /me/agents/vanity/slug`
   * - 200: body unspecified (availability result) (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  checkVanitySlug(query: CheckVanitySlugQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'checkVanitySlug', unknown>, 422>;

  /** Generate a vanity slug. What comes is checked by `schema`, and has its type. */
  generateVanitySlug<T>(body: BodyIn<P, 'generateVanitySlug', SlugRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Generate a vanity slug.
   *
   * Generates a vanity slug. No authentication is declared.
   * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment
   * wins, so no agent with the identifier vanity has a path below it named slug.
   *
   * `POST /me/agents/vanity/slug`
   * - 200: body unspecified (generated slug) (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   * - 500: generation failed
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  generateVanitySlug(body: BodyIn<P, 'generateVanitySlug', SlugRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'generateVanitySlug', unknown>, 422 | 500>;

  /** Get the vibe prompt of an agent. What comes is checked by `schema`, and has its type. */
  getVibePrompt<T>(agentId: string, query: GetVibePromptQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the vibe prompt of an agent.
   *
   * Returns the prompt with which a code-generation service works on the agent.
   * Reading: An unknown agent and a private agent of somebody else have no listed status. Any answer conforms.
   *
   * `GET /me/agents/{agent_id}/vibe`
   * - 200: VibeCoderPromptResponse
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getVibePrompt(agentId: string, query: GetVibePromptQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getVibePrompt', VibeCoderPromptResponse>, 422>;

  /** List vibe services. What comes is checked by `schema`, and has its type. */
  listVibeServices<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List vibe services.
   *
   * Returns the code-generation services. No authentication is declared.
   *
   * `GET /me/vibe/services`
   * - 200: VibeCoderListResponse
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listVibeServices(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listVibeServices', VibeCoderListResponse>>;
}

/** The operations of `apiKeys`, with the types of a profile. */
export interface ProfiledApiKeysMethods<P extends Profile> {
  /** List API keys. What comes is checked by `schema`, and has its type. */
  listApiKeys<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List API keys.
   *
   * Returns the caller's API keys without their key values.
   *
   * `GET /me/api-keys`
   * - 200: array of ApiKeyHidden
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listApiKeys(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listApiKeys', ApiKeyHidden[]>, 500>;

  /** Create an API key. What comes is checked by `schema`, and has its type. */
  createApiKey<T>(body: BodyIn<P, 'createApiKey', ApiKeyCreate>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Create an API key.
   *
   * Creates an API key, the credential of the Workers API.
   *
   * `POST /me/api-keys`
   * - 200: ApiKey
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createApiKey(body: BodyIn<P, 'createApiKey', ApiKeyCreate>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'createApiKey', ApiKey>, 422 | 500>;

  /** Get the default API key. What comes is checked by `schema`, and has its type. */
  getDefaultApiKey<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * Get the default API key.
   *
   * Returns the API key that is the caller's default.
   * Reading: The static segment default stands beside {api_key_id}. The static segment wins, and it is no
   * integer, so no key is hidden.
   *
   * `GET /me/api-keys/default`
   * - 200: ApiKey
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getDefaultApiKey(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getDefaultApiKey', ApiKey>, 500>;

  /** Get an API key. What comes is checked by `schema`, and has its type. */
  getApiKey<T>(apiKeyId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get an API key.
   *
   * Returns one API key with its key value.
   *
   * `GET /me/api-keys/{api_key_id}`
   * - 200: ApiKey
   * - 404: Resource not found (API key)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getApiKey(apiKeyId: number, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getApiKey', ApiKey>, 404 | 422 | 500>;

  /** Delete an API key. What comes is checked by `schema`, and has its type. */
  deleteApiKey<T>(apiKeyId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Delete an API key.
   *
   * Deletes one API key and returns it without its key value.
   * Reading: Whether the default key can be deleted, and which key is the default afterwards, is not shown.
   *
   * `DELETE /me/api-keys/{api_key_id}`
   * - 200: ApiKeyHidden
   * - 404: Resource not found (API key)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteApiKey(apiKeyId: number, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'deleteApiKey', ApiKeyHidden>, 404 | 422 | 500>;
}

/** The operations of `billing`, with the types of a profile. */
export interface ProfiledBillingMethods<P extends Profile> {
  /** Get the billing information. What comes is checked by `schema`, and has its type. */
  getBilling<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * Get the billing information.
   *
   * Returns the caller's billing information.
   *
   * `GET /me/billing`
   * - 200: BillingInformationSubscription
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getBilling(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getBilling', BillingInformationSubscription>, 500>;
}

/** The operations of `bundles`, with the types of a profile. */
export interface ProfiledBundlesMethods<P extends Profile> {
  /** List bundles. What comes is checked by `schema`, and has its type. */
  listBundles<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List bundles.
   *
   * Returns the caller's bundles in a simplified form.
   *
   * `GET /me/bundles`
   * - 200: array of UserBundleSimplified
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listBundles(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listBundles', UserBundleSimplified[]>, 500>;

  /** Create a bundle. What comes is checked by `schema`, and has its type. */
  createBundle<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 409 | 500>;
  /**
   * Create a bundle.
   *
   * Creates a bundle. The request has no body.
   *
   * `POST /me/bundles`
   * - 200: UserBundle
   * - 409: creation failed
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createBundle(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'createBundle', UserBundle>, 409 | 500>;

  /** Get a bundle. What comes is checked by `schema`, and has its type. */
  getBundle<T>(bundleId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a bundle.
   *
   * Returns one bundle.
   *
   * `GET /me/bundles/{bundle_id}`
   * - 200: UserBundle
   * - 404: Resource not found (bundle)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getBundle(bundleId: number, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getBundle', UserBundle>, 404 | 422 | 500>;

  /** Update a bundle. What comes is checked by `schema`, and has its type. */
  updateBundle<T>(bundleId: number, body: BodyIn<P, 'updateBundle', UserBundleRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 409 | 422 | 500>;
  /**
   * Update a bundle.
   *
   * Updates one bundle.
   * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists 409 only. For an
   * unknown bundle 404, 409 and every other listed error conform.
   *
   * `PUT /me/bundles/{bundle_id}`
   * - 200: UserBundle
   * - 409: update failed
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateBundle(bundleId: number, body: BodyIn<P, 'updateBundle', UserBundleRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'updateBundle', UserBundle>, 409 | 422 | 500>;

  /** Delete a bundle. What comes is checked by `schema`, and has its type. */
  deleteBundle<T>(bundleId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Delete a bundle.
   *
   * Deletes one bundle and returns its row.
   *
   * `DELETE /me/bundles/{bundle_id}`
   * - 200: UserBundleRow
   * - 404: Resource not found (bundle)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteBundle(bundleId: number, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'deleteBundle', UserBundleRow>, 404 | 422 | 500>;

  /** List the tools of a bundle. What comes is checked by `schema`, and has its type. */
  listBundleTools<T>(bundleId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * List the tools of a bundle.
   *
   * Returns the tools that the bundle holds.
   * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists no 404. For an
   * unknown bundle 404, an empty array and every listed status conform.
   *
   * `GET /me/bundles/{bundle_id}/tools`
   * - 200: array of UserBundleTool
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listBundleTools(bundleId: number, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listBundleTools', UserBundleTool[]>, 422 | 500>;

  /** Add a tool to a bundle. What comes is checked by `schema`, and has its type. */
  addBundleTool<T>(bundleId: number, body: BodyIn<P, 'addBundleTool', UserBundleTool>, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Add a tool to a bundle.
   *
   * Makes the tool a member of the bundle.
   * Reading: The row answers 404 for an unknown bundle; a tool that does not exist has no status of its own.
   *
   * `POST /me/bundles/{bundle_id}/tools`
   * - 200: UserBundleTool
   * - 404: bundle not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  addBundleTool(bundleId: number, body: BodyIn<P, 'addBundleTool', UserBundleTool>, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'addBundleTool', UserBundleTool>, 404 | 422 | 500>;

  /** Remove a tool from a bundle. What comes is checked by `schema`, and has its type. */
  removeBundleTool<T>(bundleId: number, toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Remove a tool from a bundle.
   *
   * Ends the membership of the tool in the bundle.
   *
   * `DELETE /me/bundles/{bundle_id}/tools/{tool_id}`
   * - 200: UserBundleTool
   * - 404: bundle or tool not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  removeBundleTool(bundleId: number, toolId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'removeBundleTool', UserBundleTool>, 404 | 422 | 500>;
}

/** The operations of `chats`, with the types of a profile. */
export interface ProfiledChatsMethods<P extends Profile> {
  /** List chats. What comes is checked by `schema`, and has its type. */
  listChats<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List chats.
   *
   * Returns the caller's chats, which are the same records as the agents.
   *
   * `GET /me/chats`
   * - 200: array of AgentModel
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listChats(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listChats', Agent[]>>;

  /** Create a chat. What comes is checked by `schema`, and has its type. */
  createChat<T>(body: BodyIn<P, 'createChat', AgentRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 422>;
  /**
   * Create a chat.
   *
   * Creates a chat. This operation is deprecated; upsertAgent replaces it.
   *
   * `POST /me/chats`
   * - 200: AgentModel
   * - 400: missing chat prompt or sandbox tier setting private
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   * @deprecated
   */
  createChat(body: BodyIn<P, 'createChat', AgentRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'createChat', Agent>, 400 | 422>;

  /** Get a chat. What comes is checked by `schema`, and has its type. */
  getChat<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get a chat.
   *
   * Returns one chat. No authentication is declared.
   * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may
   * matter.
   *
   * `GET /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getChat(chatId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getChat', Agent>, 403 | 404 | 422>;

  /** Replace a chat. What comes is checked by `schema`, and has its type. */
  replaceChat<T>(chatId: string, body: BodyIn<P, 'replaceChat', AgentRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Replace a chat.
   *
   * Updates the chat in full.
   * Reading: The body is the same AgentRequest whose missing chat prompt gives 400 on create and upsert, while
   * this row lists 400 for the sandbox tier only. For a missing chat prompt 200, 400 and 422 conform.
   *
   * `PUT /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  replaceChat(chatId: string, body: BodyIn<P, 'replaceChat', AgentRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'replaceChat', Agent>, 400 | 403 | 404 | 422>;

  /** Delete a chat. What comes is checked by `schema`, and has its type. */
  deleteChat<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Delete a chat.
   *
   * Deletes the chat and returns it.
   * Reading: Whether the delete is hard or soft is not shown, so a deleted chat may stay readable or listed.
   *
   * `DELETE /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteChat(chatId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'deleteChat', Agent>, 403 | 404 | 422>;

  /** Update a chat. What comes is checked by `schema`, and has its type. */
  updateChat<T>(chatId: string, body: BodyIn<P, 'updateChat', AgentRequestPartial>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Update a chat.
   *
   * Updates the chat in part. A field that is left out keeps its value.
   *
   * `PATCH /me/chats/{chat_id}`
   * - 200: AgentModel
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateChat(chatId: string, body: BodyIn<P, 'updateChat', AgentRequestPartial>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'updateChat', Agent>, 400 | 403 | 404 | 422>;

  /** Get the social preview of a chat. What comes is checked by `schema`, and has its type. */
  getChatSocialPreview<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the social preview of a chat.
   *
   * Returns the social-preview metadata of the chat. No authentication is declared.
   * Reading: An unknown chat and a private chat have no listed status. Any answer conforms.
   *
   * `GET /me/chats/{chat_id}/og`
   * - 200: body unspecified (social-preview metadata) (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getChatSocialPreview(chatId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getChatSocialPreview', unknown>, 422>;

  /** Clone a chat. What comes is checked by `schema`, and has its type. */
  cloneChat<T>(chatId: string, body: BodyIn<P, 'cloneChat', CloneChatBody> | undefined, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Clone a chat.
   *
   * Copies a public chat. The optional body names fields of the agent.
   * Reading: The limits of the interface answer 400 when a sandbox tier sets a chat private, while this
   * operation lists 403 and 404 only. For a body that asks for private 400, a listed status and a clone that
   * stays public conform. The effect of the body is not shown.
   *
   * `POST /me/chats/{chat_id}/clone`
   * - 200: AgentModel
   * - 403: chat is not public
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  cloneChat(chatId: string, body?: BodyIn<P, 'cloneChat', CloneChatBody>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'cloneChat', Agent>, 403 | 404 | 422>;

  /** Submit feedback on a chat. What comes is checked by `schema`, and has its type. */
  submitChatFeedback<T>(chatId: string, body: BodyIn<P, 'submitChatFeedback', UserFeedbackRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 404 | 422>;
  /**
   * Submit feedback on a chat.
   *
   * Records the user's feedback and returns the chat.
   * Reading: No 403 is listed for a private chat of somebody else. Any listed status conforms.
   *
   * `POST /me/chats/{chat_id}/feedback`
   * - 200: AgentModel
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  submitChatFeedback(chatId: string, body: BodyIn<P, 'submitChatFeedback', UserFeedbackRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'submitChatFeedback', Agent>, 404 | 422>;

  /** Create a run log entry of a chat. What comes is checked by `schema`, and has its type. */
  createChatRunLog<T>(chatId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422 | 500>;
  /**
   * Create a run log entry of a chat.
   *
   * Creates a new run log entry for the chat. The request has no body.
   *
   * `POST /me/chats/{chat_id}/runs`
   * - 200: AgentRunLog (new run log entry)
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createChatRunLog(chatId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'createChatRunLog', AgentRunLog>, 403 | 404 | 422 | 500>;
}

/** The operations of `cliAuth`, with the types of a profile. */
export interface ProfiledCliAuthMethods<P extends Profile> {
  /** Create a CLI auth session. What comes is checked by `schema`, and has its type. */
  createCliAuthSession<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 503>;
  /**
   * Create a CLI auth session.
   *
   * Creates a short-lived session, to which a logged-in client attaches its JWT. No authentication is declared.
   *
   * `POST /me/cli-auth`
   * - 200: CliAuthModel
   * - 503: CLI authentication service unavailable
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createCliAuthSession(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'createCliAuthSession', CliAuthModel>, 503>;

  /** Consume the JWT of a CLI auth session. What comes is checked by `schema`, and has its type. */
  consumeCliAuthJwt<T>(cliAuthId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 503>;
  /**
   * Consume the JWT of a CLI auth session.
   *
   * Returns the JWT of the session, or null, and consumes it by the read. Do not repeat or retry this call
   * blindly. No authentication is declared.
   * Reading: The row calls the identifier auth_id; it is the cli_auth_id of the PUT row. A GET is safe by its
   * method, but this one consumes the JWT, so its effect is a change. After the JWT was read, null and 404 both
   * conform.
   *
   * `GET /me/cli-auth/{cli_auth_id}`
   * - 200: string JWT or null (the JWT is consumed by the read)
   * - 404: Resource not found (CLI auth)
   * - 422: Validation error with body HTTPValidationError
   * - 503: CLI authentication service unavailable
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  consumeCliAuthJwt(cliAuthId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'consumeCliAuthJwt', string | null>, 404 | 422 | 503>;

  /** Attach a JWT to a CLI auth session. What comes is checked by `schema`, and has its type. */
  attachCliAuthJwt<T>(cliAuthId: string, body: BodyIn<P, 'attachCliAuthJwt', CliAuthInsertModel>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422 | 503>;
  /**
   * Attach a JWT to a CLI auth session.
   *
   * Attaches the user's JWT to the session, so that the command-line client can read it once.
   *
   * `PUT /me/cli-auth/{cli_auth_id}`
   * - 200: CliAuthModel
   * - 403: not allowed to update this session
   * - 404: Resource not found (CLI auth)
   * - 422: Validation error with body HTTPValidationError
   * - 503: CLI authentication service unavailable
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  attachCliAuthJwt(cliAuthId: string, body: BodyIn<P, 'attachCliAuthJwt', CliAuthInsertModel>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'attachCliAuthJwt', CliAuthModel>, 403 | 404 | 422 | 503>;
}

/** The operations of `credits`, with the types of a profile. */
export interface ProfiledCreditsMethods<P extends Profile> {
  /** Get the credit balance. What comes is checked by `schema`, and has its type. */
  getCredits<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 500>;
  /**
   * Get the credit balance.
   *
   * Returns the caller's balance of agent execution credits.
   *
   * `GET /me/credits`
   * - 200: AgentExecutionCredits
   * - 404: credits not found
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getCredits(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getCredits', AgentExecutionCredits>, 404 | 500>;

  /** Use credits. What comes is checked by `schema`, and has its type. */
  useCredits<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 500>;
  /**
   * Use credits.
   *
   * Uses agent execution credits and returns the balance. The request has no body.
   * Not shown by the interface: how many credits one call uses.
   * Reading: What happens at a balance of zero is not shown. Any listed status conforms.
   *
   * `POST /me/credits/use`
   * - 200: AgentExecutionCredits
   * - 404: Resource not found (credits)
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  useCredits(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'useCredits', AgentExecutionCredits>, 404 | 500>;
}

/** The operations of `executions`, with the types of a profile. */
export interface ProfiledExecutionsMethods<P extends Profile> {
  /**
   * List tool execution logs.
   *
   * Returns one page of the caller's tool execution logs.
   * Not shown by the interface: sort order.
   * Reading: Whether a run of POST /me/tools/run/{tool_name} appears here is open. Either conforms.
   *
   * `GET /me/executions`
   * - 200: ToolExecutionLogsResponse
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * `await` gives this page, `for await` its items and those after it; `.pages()` gives the pages.
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  readonly listToolExecutionLogs: PagedMethod<ListToolExecutionLogsQuery, AnswerIn<P, 'listToolExecutionLogs', ToolExecutionLogsResponse>, 422 | 500>;

  /** Get a tool execution log. What comes is checked by `schema`, and has its type. */
  getToolExecutionLog<T>(logId: number, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a tool execution log.
   *
   * Returns one read-only tool execution log.
   *
   * `GET /me/executions/{log_id}`
   * - 200: ToolExecutionLog
   * - 404: Resource not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getToolExecutionLog(logId: number, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getToolExecutionLog', ToolExecutionLog>, 404 | 422 | 500>;
}

/** The operations of `monetization`, with the types of a profile. */
export interface ProfiledMonetizationMethods<P extends Profile> {
  /** Get the monetization summary. What comes is checked by `schema`, and has its type. */
  getMonetizationSummary<T>(query: GetMonetizationSummaryQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the monetization summary.
   *
   * Returns the total subscribers and earnings for the period.
   *
   * `GET /me/monetization/summary`
   * - 200: MonetizationSummary (total subscribers and earnings for the period)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getMonetizationSummary(query?: GetMonetizationSummaryQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getMonetizationSummary', MonetizationSummary>, 422>;

  /** Get the daily subscriber counts. What comes is checked by `schema`, and has its type. */
  getMonetizationSubscribers<T>(query: GetMonetizationSubscribersQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the daily subscriber counts.
   *
   * Returns the daily subscriber counts of the period.
   * Reading: Whether a day without subscribers has an entry, and so how many entries come, is not shown.
   *
   * `GET /me/monetization/subscribers`
   * - 200: MonetizationSubscribersResponse (daily subscriber counts)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getMonetizationSubscribers(query?: GetMonetizationSubscribersQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getMonetizationSubscribers', MonetizationSubscribersResponse>, 422>;

  /** Get the daily earnings. What comes is checked by `schema`, and has its type. */
  getMonetizationEarnings<T>(query: GetMonetizationEarningsQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Get the daily earnings.
   *
   * Returns the daily earnings of the period.
   * Reading: Whether a day without earnings has an entry, and so how many entries come, is not shown.
   *
   * `GET /me/monetization/earnings`
   * - 200: MonetizationEarningsResponse (daily earnings)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getMonetizationEarnings(query?: GetMonetizationEarningsQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getMonetizationEarnings', MonetizationEarningsResponse>, 422>;
}

/** The operations of `payments`, with the types of a profile. */
export interface ProfiledPaymentsMethods<P extends Profile> {
  /** Receive an event of the payment provider. What comes is checked by `schema`, and has its type. */
  receivePaymentEvent<T>(body: BodyIn<P, 'receivePaymentEvent', ReceivePaymentEventBody>, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 422>;
  /**
   * Receive an event of the payment provider.
   *
   * Takes an event from the payment provider and answers 200 when it is processed. The request must carry a
   * signature header. No authentication is declared.
   * Not shown by the interface: name of the webhook signature header.
   *
   * `POST /me/payments/webhook`
   * - 200: PaymentWebhookResponseSuccess
   * - 400: missing signature or invalid event
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  receivePaymentEvent(body: BodyIn<P, 'receivePaymentEvent', ReceivePaymentEventBody>, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'receivePaymentEvent', PaymentWebhookResponseSuccess>, 400 | 422>;

  /** Create a payment session. What comes is checked by `schema`, and has its type. */
  createPaymentSession<T>(body: BodyIn<P, 'createPaymentSession', PaymentSessionRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422>;
  /**
   * Create a payment session.
   *
   * Creates a session with the payment provider.
   *
   * `POST /me/payments/sessions`
   * - 200: PaymentSessionResponse
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createPaymentSession(body: BodyIn<P, 'createPaymentSession', PaymentSessionRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'createPaymentSession', PaymentSessionResponse>, 422>;
}

/** The operations of `schedules`, with the types of a profile. */
export interface ProfiledSchedulesMethods<P extends Profile> {
  /** List schedules. What comes is checked by `schema`, and has its type. */
  listSchedules<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List schedules.
   *
   * Returns the caller's schedules.
   *
   * `GET /me/schedules`
   * - 200: ScheduleListResponse
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listSchedules(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listSchedules', ScheduleListResponse>, 500>;

  /** Create a schedule. What comes is checked by `schema`, and has its type. */
  createSchedule<T>(body: BodyIn<P, 'createSchedule', ScheduleRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 403 | 422 | 500>;
  /**
   * Create a schedule.
   *
   * Schedules runs of a chat that the caller owns. The runs themselves may use credits.
   * Reading: The list of errors answers an invalid cron with 400, this operation lists no 400. For an invalid
   * cron any refusal conforms.
   *
   * `POST /me/schedules`
   * - 200: body unspecified (not shown: body)
   * - 403: chat ID invalid, missing or not owned by the caller
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createSchedule(body: BodyIn<P, 'createSchedule', ScheduleRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'createSchedule', unknown>, 403 | 422 | 500>;

  /** Get the schedule onboarding. What comes is checked by `schema`, and has its type. */
  getScheduleOnboarding<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * Get the schedule onboarding.
   *
   * Returns the onboarding of schedules. The interface says nothing more about it.
   * Reading: The static segment onboarding stands beside {schedule_id}. The static segment wins, and it is no
   * uuid, so no schedule is hidden.
   *
   * `GET /me/schedules/onboarding`
   * - 200: body unspecified (not shown: body)
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getScheduleOnboarding(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getScheduleOnboarding', unknown>, 500>;

  /** Convert text to a cron expression. What comes is checked by `schema`, and has its type. */
  convertTextToCron<T>(query: ConvertTextToCronQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 422 | 500>;
  /**
   * Convert text to a cron expression.
   *
   * Converts the value of cron to a cron expression.
   * Reading: The static segment text-to-cron stands beside {schedule_id}. The static segment wins, and it is no
   * uuid, so no schedule is hidden.
   *
   * `GET /me/schedules/text-to-cron`
   * - 200: body unspecified (converted cron) (not shown: body)
   * - 400: invalid cron expression
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  convertTextToCron(query: ConvertTextToCronQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'convertTextToCron', unknown>, 400 | 422 | 500>;

  /** Get a schedule. What comes is checked by `schema`, and has its type. */
  getSchedule<T>(scheduleId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a schedule.
   *
   * Returns one schedule.
   *
   * `GET /me/schedules/{schedule_id}`
   * - 200: body unspecified (not shown: body)
   * - 404: Resource not found (schedule)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getSchedule(scheduleId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getSchedule', unknown>, 404 | 422 | 500>;

  /** Update a schedule. What comes is checked by `schema`, and has its type. */
  updateSchedule<T>(scheduleId: string, body: BodyIn<P, 'updateSchedule', ScheduleUpdateRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Update a schedule.
   *
   * Updates one schedule.
   * Reading: The list of errors gives 404 for a schedule that is not found and 400 for an invalid cron, this
   * operation lists neither. For an unknown schedule 404 and every listed error conform; for an invalid cron
   * any refusal conforms.
   *
   * `PUT /me/schedules/{schedule_id}`
   * - 200: body unspecified (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateSchedule(scheduleId: string, body: BodyIn<P, 'updateSchedule', ScheduleUpdateRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'updateSchedule', unknown>, 422 | 500>;

  /** Delete a schedule. What comes is checked by `schema`, and has its type. */
  deleteSchedule<T>(scheduleId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Delete a schedule.
   *
   * Deletes one schedule.
   * Reading: The list of errors gives 404 for a schedule that is not found, this operation lists no 404. For an
   * unknown schedule 404 and every listed status conform.
   *
   * `DELETE /me/schedules/{schedule_id}`
   * - 200: body unspecified (not shown: body)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteSchedule(scheduleId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'deleteSchedule', unknown>, 422 | 500>;
}

/** The operations of `studioChats`, with the types of a profile. */
export interface ProfiledStudioChatsMethods<P extends Profile> {
  /** List studio chats. What comes is checked by `schema`, and has its type. */
  listStudioChats<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List studio chats.
   *
   * Returns the caller's agent studio chats.
   * Reading: Whether a soft-deleted studio chat is still listed is not shown. Either conforms.
   *
   * `GET /me/agent-studio-chats`
   * - 200: array of AgentStudioChat
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listStudioChats(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listStudioChats', AgentStudioChat[]>>;

  /** Create a studio chat. What comes is checked by `schema`, and has its type. */
  createStudioChat<T>(body: BodyIn<P, 'createStudioChat', AgentStudioChatCreate>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 409 | 422>;
  /**
   * Create a studio chat.
   *
   * Creates a studio chat, or returns the existing one when its run ID exists.
   * Reading: For a run_id that exists the row says both that the existing chat is returned (200) and that the
   * call conflicts (409). Either conforms.
   *
   * `POST /me/agent-studio-chats`
   * - 200: AgentStudioChat (creates a chat, or returns the existing one when run_id exists)
   * - 400: creation failed or sandbox tier creating a private chat
   * - 409: a chat with this run_id exists
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  createStudioChat(body: BodyIn<P, 'createStudioChat', AgentStudioChatCreate>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'createStudioChat', AgentStudioChat>, 400 | 409 | 422>;

  /** Get a studio chat. What comes is checked by `schema`, and has its type. */
  getStudioChat<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
  /**
   * Get a studio chat.
   *
   * Returns one studio chat. No authentication is declared.
   * Reading: Whether a soft-deleted studio chat is still readable is not shown. Either conforms. No credential
   * is declared, yet 403 depends on the caller, so a credential may be sent and may matter.
   *
   * `GET /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat
   * - 403: no permission
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getStudioChat(runId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getStudioChat', AgentStudioChat>, 403 | 404 | 422>;

  /** Replace a studio chat. What comes is checked by `schema`, and has its type. */
  replaceStudioChat<T>(runId: string, body: BodyIn<P, 'replaceStudioChat', AgentStudioChatCreate>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Replace a studio chat.
   *
   * Updates the studio chat in full.
   * Reading: A run_id in the body that differs from the one in the path is not shown. Any answer conforms.
   *
   * `PUT /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  replaceStudioChat(runId: string, body: BodyIn<P, 'replaceStudioChat', AgentStudioChatCreate>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'replaceStudioChat', AgentStudioChat>, 400 | 403 | 404 | 422>;

  /** Delete a studio chat. What comes is checked by `schema`, and has its type. */
  deleteStudioChat<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Delete a studio chat.
   *
   * Deletes the studio chat softly. The name of the resulting state is given nowhere.
   * Not shown by the interface: the state after the soft delete.
   * Reading: A second delete may answer 200, 400 or 404, since the state after a soft delete is not shown.
   *
   * `DELETE /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat (soft delete)
   * - 400: delete failed
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  deleteStudioChat(runId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'deleteStudioChat', AgentStudioChat>, 400 | 403 | 404 | 422>;

  /** Update a studio chat. What comes is checked by `schema`, and has its type. */
  updateStudioChat<T>(runId: string, body: BodyIn<P, 'updateStudioChat', AgentStudioChatUpdate>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
  /**
   * Update a studio chat.
   *
   * Updates the studio chat in part. A field that is left out keeps its value.
   *
   * `PATCH /me/agent-studio-chats/{run_id}`
   * - 200: AgentStudioChat
   * - 400: sandbox tier setting private
   * - 403: No permission on the chat
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  updateStudioChat(runId: string, body: BodyIn<P, 'updateStudioChat', AgentStudioChatUpdate>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'updateStudioChat', AgentStudioChat>, 400 | 403 | 404 | 422>;

  /** Clone a studio chat. What comes is checked by `schema`, and has its type. */
  cloneStudioChat<T>(runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 404 | 422>;
  /**
   * Clone a studio chat.
   *
   * Copies a public studio chat. Private chats cannot be cloned.
   * Reading: No 403 is listed: a private chat gives 400, also to its owner. A deployment that hides private
   * chats of others with 404 conforms as well.
   *
   * `POST /me/agent-studio-chats/{run_id}/clone`
   * - 201: AgentStudioChat
   * - 400: private chats cannot be cloned
   * - 404: Resource not found (chat)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  cloneStudioChat(runId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'cloneStudioChat', AgentStudioChat>, 400 | 404 | 422>;
}

/** The operations of `subscriptions`, with the types of a profile. */
export interface ProfiledSubscriptionsMethods<P extends Profile> {
  /** Subscribe to a paid agent. What comes is checked by `schema`, and has its type. */
  subscribeToAgent<T>(agentId: string, body: BodyIn<P, 'subscribeToAgent', AgentSubscribeRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 402 | 404 | 422>;
  /**
   * Subscribe to a paid agent.
   *
   * Creates a checkout session for the caller's subscription to a paid agent.
   * Reading: Whether a subscription is active at once or after payment, and so when 402 applies, is not shown.
   * A second subscribe may answer 200 or 402. No 403 is listed for an agent that the caller may not see.
   *
   * `POST /me/agents/{agent_id}/subscribe`
   * - 200: AgentSubscribeResponse (a checkout session is created)
   * - 400: agent is not paid or caller is its owner
   * - 402: already subscribed
   * - 404: Resource not found (agent)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  subscribeToAgent(agentId: string, body: BodyIn<P, 'subscribeToAgent', AgentSubscribeRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'subscribeToAgent', AgentSubscribeResponse>, 400 | 402 | 404 | 422>;

  /** Unsubscribe from a paid agent. What comes is checked by `schema`, and has its type. */
  unsubscribeFromAgent<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 404 | 422>;
  /**
   * Unsubscribe from a paid agent.
   *
   * Cancels the caller's subscription to a paid agent.
   * Reading: Whether the cancellation takes effect at once or at the end of the period is not shown, so a
   * second unsubscribe may answer 200 or 400. No 403 is listed for an agent that the caller may not see.
   *
   * `POST /me/agents/{agent_id}/unsubscribe`
   * - 200: AgentSubscriptionResponse
   * - 400: no active subscription to cancel, or no payment-provider subscription found
   * - 404: Resource not found (agent, subscription)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  unsubscribeFromAgent(agentId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'unsubscribeFromAgent', AgentSubscriptionResponse>, 400 | 404 | 422>;

  /** List subscriptions. What comes is checked by `schema`, and has its type. */
  listSubscriptions<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * List subscriptions.
   *
   * Returns the caller's subscriptions to paid agents.
   *
   * `GET /me/subscriptions`
   * - 200: AgentSubscriptionListResponse
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listSubscriptions(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listSubscriptions', AgentSubscriptionListResponse>>;

  /** Get a subscription. What comes is checked by `schema`, and has its type. */
  getSubscription<T>(agentId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422>;
  /**
   * Get a subscription.
   *
   * Returns the caller's subscription to one paid agent.
   *
   * `GET /me/subscriptions/{agent_id}`
   * - 200: AgentSubscriptionResponse
   * - 404: Resource not found (subscription)
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getSubscription(agentId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getSubscription', AgentSubscriptionResponse>, 404 | 422>;
}

/** The operations of `tools`, with the types of a profile. */
export interface ProfiledToolsMethods<P extends Profile> {
  /** List tools in MCP format. What comes is checked by `schema`, and has its type. */
  listTools<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List tools in MCP format.
   *
   * Returns the tools in MCP format.
   * Reading: The static segment list stands beside {tool_id}. The static segment wins, so a tool with the
   * identifier list cannot be read by getPublicTool.
   *
   * `GET /me/tools/list`
   * - 200: array of Tool (MCP format)
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listTools(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listTools', Tool[]>, 500>;

  /** List public tools. What comes is checked by `schema`, and has its type. */
  listPublicTools<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List public tools.
   *
   * Returns the public tools. No authentication is declared.
   *
   * `GET /me/tools`
   * - 200: array of PublicTool
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listPublicTools(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listPublicTools', PublicTool[]>, 500>;

  /** Search tools. What comes is checked by `schema`, and has its type. */
  searchTools<T>(query: SearchToolsQuery, options: ClientCallOptions & Checked<T>): ApiCall<T, 422 | 500>;
  /**
   * Search tools.
   *
   * Returns the tools that match the query.
   * Reading: The static segment search stands beside {tool_id}. The static segment wins, so a tool with the
   * identifier search cannot be read by getPublicTool.
   *
   * `GET /me/tools/search`
   * - 200: array of Tool
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  searchTools(query: SearchToolsQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'searchTools', Tool[]>, 422 | 500>;

  /** Get a public tool. What comes is checked by `schema`, and has its type. */
  getPublicTool<T>(toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a public tool.
   *
   * Returns one public tool. No authentication is declared.
   *
   * `GET /me/tools/{tool_id}`
   * - 200: PublicTool
   * - 404: tool does not exist
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getPublicTool(toolId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getPublicTool', PublicTool>, 404 | 422 | 500>;

  /** Run a tool. What comes is checked by `schema`, and has its type. */
  runTool<T>(toolName: string, body: BodyIn<P, 'runTool', RunToolBody>, query: RunToolQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T, 400 | 401 | 404 | 422 | 500>;
  /**
   * Run a tool.
   *
   * Runs the tool with the input in the body, which is any JSON object.
   * Reading: The endpoint through which an integration tool is invoked by name is not shown, so whether this
   * one runs the NOTIFIER tools is open. Whether a run appears among the tool execution logs is open as well.
   *
   * `POST /me/tools/run/{tool_name}`
   * - 200: ToolResult
   * - 400: invalid input or parameters
   * - 401: invalid or missing JWT
   * - 404: tool not found
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  runTool(toolName: string, body: BodyIn<P, 'runTool', RunToolBody>, query?: RunToolQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'runTool', ToolResult>, 400 | 401 | 404 | 422 | 500>;
}

/** The operations of `toolsets`, with the types of a profile. */
export interface ProfiledToolsetsMethods<P extends Profile> {
  /** List toolsets. What comes is checked by `schema`, and has its type. */
  listToolsets<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List toolsets.
   *
   * Returns the toolsets.
   * Reading: The static segment list stands beside {toolset_name}. The static segment wins, so a toolset with
   * the name list cannot be read by getToolset.
   *
   * `GET /me/toolsets/list`
   * - 200: array of ToolSet
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listToolsets(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listToolsets', ToolSet[]>, 500>;

  /** Get a toolset. What comes is checked by `schema`, and has its type. */
  getToolset<T>(toolsetName: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get a toolset.
   *
   * Returns one toolset with its tools.
   *
   * `GET /me/toolsets/{toolset_name}`
   * - 200: ToolSetWithTools
   * - 404: Resource not found (toolset)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getToolset(toolsetName: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getToolset', ToolSetWithTools>, 404 | 422 | 500>;
}

/** The operations of `user`, with the types of a profile. */
export interface ProfiledUserMethods<P extends Profile> {
  /** Get the current user. What comes is checked by `schema`, and has its type. */
  getCurrentUser<T>(options: ClientCallOptions & Checked<T>): ApiCall<T>;
  /**
   * Get the current user.
   *
   * Returns the current user with the tier.
   * Reading: The path ends with a slash as the interface writes it. The path without the slash is not shown.
   *
   * `GET /me/`
   * - 200: UserWithTier (current user)
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getCurrentUser(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getCurrentUser', UserWithTier>>;
}

/** The operations of `userTools`, with the types of a profile. */
export interface ProfiledUserToolsMethods<P extends Profile> {
  /** List installed tools. What comes is checked by `schema`, and has its type. */
  listUserTools<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 500>;
  /**
   * List installed tools.
   *
   * Returns the tools that the caller has installed.
   *
   * `GET /me/user-tools`
   * - 200: array of UserTool
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  listUserTools(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listUserTools', UserTool[]>, 500>;

  /** Install a tool. What comes is checked by `schema`, and has its type. */
  installTool<T>(body: BodyIn<P, 'installTool', UserInstallToolRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 409 | 422 | 500>;
  /**
   * Install a tool.
   *
   * Installs a tool for the caller.
   *
   * `POST /me/user-tools`
   * - 200: UserInstalledTool
   * - 409: installation failed
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  installTool(body: BodyIn<P, 'installTool', UserInstallToolRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'installTool', UserInstalledTool>, 409 | 422 | 500>;

  /** Get an installed tool. What comes is checked by `schema`, and has its type. */
  getUserTool<T>(toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Get an installed tool.
   *
   * Returns one tool that the caller has installed.
   *
   * `GET /me/user-tools/{tool_id}`
   * - 200: UserTool
   * - 404: Resource not found (tool)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getUserTool(toolId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getUserTool', UserTool>, 404 | 422 | 500>;

  /** Uninstall a tool. What comes is checked by `schema`, and has its type. */
  uninstallTool<T>(toolId: string, options: ClientCallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
  /**
   * Uninstall a tool.
   *
   * Removes one tool that the caller has installed.
   *
   * `DELETE /me/user-tools/{tool_id}`
   * - 200: UserInstalledTool
   * - 404: Resource not found (tool)
   * - 422: Validation error with body HTTPValidationError
   * - 500: Internal error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  uninstallTool(toolId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'uninstallTool', UserInstalledTool>, 404 | 422 | 500>;
}

/** The operations of `vip`, with the types of a profile. */
export interface ProfiledVipMethods<P extends Profile> {
  /** Get the VIP code redemption count. What comes is checked by `schema`, and has its type. */
  getVipRedemptionCount<T>(options: ClientCallOptions & Checked<T>): ApiCall<T, 400>;
  /**
   * Get the VIP code redemption count.
   *
   * Returns the redemption count of VIP codes.
   * Reading: Whether it counts the codes the caller redeemed or the redemptions of the caller's codes is not
   * shown.
   *
   * `GET /me/vip`
   * - 200: VipCodeRedemptionCount
   * - 400: database error
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  getVipRedemptionCount(options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getVipRedemptionCount', VipCodeRedemptionCount>, 400>;

  /** Redeem a VIP code. What comes is checked by `schema`, and has its type. */
  redeemVipCode<T>(body: BodyIn<P, 'redeemVipCode', VipCodeRequest>, options: ClientWriteOptions & Checked<T>): ApiCall<T, 400 | 422>;
  /**
   * Redeem a VIP code.
   *
   * Redeems a VIP code, once per user. A user cannot redeem own codes.
   *
   * `POST /me/vip`
   * - 200: VipCodeRedeemed
   * - 400: invalid code, own code, or a code already redeemed by the caller
   * - 422: Validation error with body HTTPValidationError
   *
   * @throws {ApiError} on every status outside 2XX.
   */
  redeemVipCode(body: BodyIn<P, 'redeemVipCode', VipCodeRequest>, options?: ClientWriteOptions): ApiCall<AnswerIn<P, 'redeemVipCode', VipCodeRedeemed>, 400 | 422>;
}

/** Every operation of one API, under the name of its resource, with the types of a profile. */
export interface ProfiledUserApiMethods<P extends Profile> {
  readonly agentFiles: ProfiledAgentFilesMethods<P>;
  readonly agentRuns: ProfiledAgentRunsMethods<P>;
  readonly agentThemes: ProfiledAgentThemesMethods<P>;
  readonly agents: ProfiledAgentsMethods<P>;
  readonly apiKeys: ProfiledApiKeysMethods<P>;
  readonly billing: ProfiledBillingMethods<P>;
  readonly bundles: ProfiledBundlesMethods<P>;
  readonly chats: ProfiledChatsMethods<P>;
  readonly cliAuth: ProfiledCliAuthMethods<P>;
  readonly credits: ProfiledCreditsMethods<P>;
  readonly executions: ProfiledExecutionsMethods<P>;
  readonly monetization: ProfiledMonetizationMethods<P>;
  readonly payments: ProfiledPaymentsMethods<P>;
  readonly schedules: ProfiledSchedulesMethods<P>;
  readonly studioChats: ProfiledStudioChatsMethods<P>;
  readonly subscriptions: ProfiledSubscriptionsMethods<P>;
  readonly tools: ProfiledToolsMethods<P>;
  readonly toolsets: ProfiledToolsetsMethods<P>;
  readonly user: ProfiledUserMethods<P>;
  readonly userTools: ProfiledUserToolsMethods<P>;
  readonly vip: ProfiledVipMethods<P>;
}

/** The body that each operation is sent, by its id. */
export interface UserApiBodies {
  subscribeToAgent: AgentSubscribeRequest;
  createStudioChat: AgentStudioChatCreate;
  replaceStudioChat: AgentStudioChatCreate;
  updateStudioChat: AgentStudioChatUpdate;
  upsertAgent: AgentRequest;
  generateVanitySlug: SlugRequest;
  setAgentTheme: AgentThemePreferenceUpsertRequest;
  createAgentFile: AgentFileCreateRequest;
  updateAgentFile: AgentFileUpdateRequest;
  reorderAgentFiles: AgentFileBatchPositionRequest;
  createChat: AgentRequest;
  replaceChat: AgentRequest;
  updateChat: AgentRequestPartial;
  cloneChat: CloneChatBody | undefined;
  submitChatFeedback: UserFeedbackRequest;
  createApiKey: ApiKeyCreate;
  receivePaymentEvent: ReceivePaymentEventBody;
  createPaymentSession: PaymentSessionRequest;
  updateBundle: UserBundleRequest;
  addBundleTool: UserBundleTool;
  attachCliAuthJwt: CliAuthInsertModel;
  createSchedule: ScheduleRequest;
  updateSchedule: ScheduleUpdateRequest;
  runTool: RunToolBody;
  installTool: UserInstallToolRequest;
  redeemVipCode: VipCodeRequest;
}
