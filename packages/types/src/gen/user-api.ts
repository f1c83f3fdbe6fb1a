// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

export interface paths {
    "/me/agent-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent runs
         * Returns one page of the caller's agent runs.
         * Not shown by the interface: sort order.
         */
        get: operations["listAgentRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agent-runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        /**
         * Get an agent run
         * Returns the view of one agent run.
         */
        get: operations["getAgentRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agent-runs/{run_id}/mcp-server-logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        /**
         * List the MCP server logs of an agent run
         * Returns the read-only logs of the MCP servers that the run called.
         * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an unknown run 404, an empty array and every listed status conform.
         */
        get: operations["listAgentRunMcpServerLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agent-runs/{run_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        /**
         * List the logs of an agent run
         * Returns the read-only logs of the run.
         * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an unknown run 404, an empty array and every listed status conform.
         */
        get: operations["listAgentRunLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tool execution logs
         * Returns one page of the caller's tool execution logs.
         * Not shown by the interface: sort order.
         * Reading: Whether a run of POST /me/tools/run/{tool_name} appears here is open. Either conforms.
         */
        get: operations["listToolExecutionLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/executions/{log_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the tool execution log. */
                log_id: components["parameters"]["LogId"];
            };
            cookie?: never;
        };
        /**
         * Get a tool execution log
         * Returns one read-only tool execution log.
         */
        get: operations["getToolExecutionLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to a paid agent
         * Creates a checkout session for the caller's subscription to a paid agent.
         * Reading: Whether a subscription is active at once or after payment, and so when 402 applies, is not shown. A second subscribe may answer 200 or 402. No 403 is listed for an agent that the caller may not see.
         */
        post: operations["subscribeToAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe from a paid agent
         * Cancels the caller's subscription to a paid agent.
         * Reading: Whether the cancellation takes effect at once or at the end of the period is not shown, so a second unsubscribe may answer 200 or 400. No 403 is listed for an agent that the caller may not see.
         */
        post: operations["unsubscribeFromAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * Returns the caller's subscriptions to paid agents.
         */
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/subscriptions/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        /**
         * Get a subscription
         * Returns the caller's subscription to one paid agent.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agent-studio-chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List studio chats
         * Returns the caller's agent studio chats.
         * Reading: Whether a soft-deleted studio chat is still listed is not shown. Either conforms.
         */
        get: operations["listStudioChats"];
        put?: never;
        /**
         * Create a studio chat
         * Creates a studio chat, or returns the existing one when its run ID exists.
         * Reading: For a run_id that exists the row says both that the existing chat is returned (200) and that the call conflicts (409). Either conforms.
         */
        post: operations["createStudioChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agent-studio-chats/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The run ID that identifies the studio chat.
                 * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
                 */
                run_id: components["parameters"]["StudioChatRunId"];
            };
            cookie?: never;
        };
        /**
         * Get a studio chat
         * Returns one studio chat. No authentication is declared.
         * Reading: Whether a soft-deleted studio chat is still readable is not shown. Either conforms. No credential is declared, yet 403 depends on the caller, so a credential may be sent and may matter.
         */
        get: operations["getStudioChat"];
        /**
         * Replace a studio chat
         * Updates the studio chat in full.
         * Reading: A run_id in the body that differs from the one in the path is not shown. Any answer conforms.
         */
        put: operations["replaceStudioChat"];
        post?: never;
        /**
         * Delete a studio chat
         * Deletes the studio chat softly. The name of the resulting state is given nowhere.
         * Not shown by the interface: the state after the soft delete.
         * Reading: A second delete may answer 200, 400 or 404, since the state after a soft delete is not shown.
         */
        delete: operations["deleteStudioChat"];
        options?: never;
        head?: never;
        /**
         * Update a studio chat
         * Updates the studio chat in part. A field that is left out keeps its value.
         */
        patch: operations["updateStudioChat"];
        trace?: never;
    };
    "/me/agent-studio-chats/{run_id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The run ID that identifies the studio chat.
                 * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
                 */
                run_id: components["parameters"]["StudioChatRunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a studio chat
         * Copies a public studio chat. Private chats cannot be cloned.
         * Reading: No 403 is listed: a private chat gives 400, also to its owner. A deployment that hides private chats of others with 404 conforms as well.
         */
        post: operations["cloneStudioChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * Returns the caller's agents.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create or update an agent
         * Creates an agent, or updates one of the caller's. The chat prompt is required either way.
         * Reading: How the body names the agent to update is not shown, and neither is whether an unknown identifier gives 404 or creates an agent. Either conforms.
         */
        post: operations["upsertAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        /**
         * Get an agent
         * Returns one agent. No authentication is declared.
         * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may matter.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}/upsell-description": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate the upsell description of an agent
         * Generates the upsell description and returns the agent with it.
         * Reading: No 403 is listed for an agent of somebody else. Any listed status conforms.
         */
        post: operations["generateUpsellDescription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/vanity/slug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a vanity slug is available
         * Tells whether the slug is available.
         * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment wins, so no agent with the identifier vanity has a path below it named slug.
         */
        get: operations["checkVanitySlug"];
        put?: never;
        /**
         * Generate a vanity slug
         * Generates a vanity slug. No authentication is declared.
         * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment wins, so no agent with the identifier vanity has a path below it named slug.
         */
        post: operations["generateVanitySlug"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}/vibe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        /**
         * Get the vibe prompt of an agent
         * Returns the prompt with which a code-generation service works on the agent.
         * Reading: An unknown agent and a private agent of somebody else have no listed status. Any answer conforms.
         */
        get: operations["getVibePrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/vibe/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vibe services
         * Returns the code-generation services. No authentication is declared.
         */
        get: operations["listVibeServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}/customizations/theme": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        /**
         * Get the theme of an agent
         * Returns the theme preference of the agent, or null when it has none.
         * Reading: Whether the theme of a public agent of somebody else is readable is not shown. 200 and 403 conform.
         */
        get: operations["getAgentTheme"];
        /**
         * Set the theme of an agent
         * Creates or replaces the theme preference of the agent. The format of the theme color is validated.
         */
        put: operations["setAgentTheme"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        /**
         * List the files of an agent
         * Returns the files of the agent, ordered by position.
         * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403 conform.
         */
        get: operations["listAgentFiles"];
        put?: never;
        /**
         * Add a file to an agent
         * Creates a file of the agent. The number of files per agent is capped.
         * Not shown by the interface: the maximum number of files per agent.
         */
        post: operations["createAgentFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/agents/{agent_id}/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
                /**
                 * The identifier of the agent file.
                 * Reading: The path also matches /me/agents/{agent_id}/files/positions. The static segment wins, and it is no uuid, so no file is hidden.
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Get a file of an agent
         * Returns one file of the agent.
         * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403 conform.
         */
        get: operations["getAgentFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file of an agent
         * Deletes one file of the agent and answers without a body.
         */
        delete: operations["deleteAgentFile"];
        options?: never;
        head?: never;
        /**
         * Update a file of an agent
         * Updates one file of the agent in part.
         */
        patch: operations["updateAgentFile"];
        trace?: never;
    };
    "/me/agents/{agent_id}/files/positions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Reorder the files of an agent
         * Sets the positions of the agent's files as a batch and returns the files.
         * Reading: The static segment positions stands beside {file_id}. The static segment wins, and it is no uuid, so no file is hidden. Another method on this path may be read as an operation on a file with a malformed identifier.
         */
        put: operations["reorderAgentFiles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List chats
         * Returns the caller's chats, which are the same records as the agents.
         */
        get: operations["listChats"];
        put?: never;
        /**
         * Create a chat
         * @deprecated
         * Creates a chat. This operation is deprecated; upsertAgent replaces it.
         */
        post: operations["createChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/chats/{chat_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        /**
         * Get a chat
         * Returns one chat. No authentication is declared.
         * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may matter.
         */
        get: operations["getChat"];
        /**
         * Replace a chat
         * Updates the chat in full.
         * Reading: The body is the same AgentRequest whose missing chat prompt gives 400 on create and upsert, while this row lists 400 for the sandbox tier only. For a missing chat prompt 200, 400 and 422 conform.
         */
        put: operations["replaceChat"];
        post?: never;
        /**
         * Delete a chat
         * Deletes the chat and returns it.
         * Reading: Whether the delete is hard or soft is not shown, so a deleted chat may stay readable or listed.
         */
        delete: operations["deleteChat"];
        options?: never;
        head?: never;
        /**
         * Update a chat
         * Updates the chat in part. A field that is left out keeps its value.
         */
        patch: operations["updateChat"];
        trace?: never;
    };
    "/me/chats/{chat_id}/og": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string on other paths, so a chat that those accept may be refused here.
                 */
                chat_id: components["parameters"]["ChatUuid"];
            };
            cookie?: never;
        };
        /**
         * Get the social preview of a chat
         * Returns the social-preview metadata of the chat. No authentication is declared.
         * Reading: An unknown chat and a private chat have no listed status. Any answer conforms.
         */
        get: operations["getChatSocialPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/chats/{chat_id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string on other paths, so a chat that those accept may be refused here.
                 */
                chat_id: components["parameters"]["ChatUuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a chat
         * Copies a public chat. The optional body names fields of the agent.
         * Reading: The limits of the interface answer 400 when a sandbox tier sets a chat private, while this operation lists 403 and 404 only. For a body that asks for private 400, a listed status and a clone that stays public conform. The effect of the body is not shown.
         */
        post: operations["cloneChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/chats/{chat_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit feedback on a chat
         * Records the user's feedback and returns the chat.
         * Reading: No 403 is listed for a private chat of somebody else. Any listed status conforms.
         */
        post: operations["submitChatFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/chats/{chat_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string on other paths, so a chat that those accept may be refused here.
                 */
                chat_id: components["parameters"]["ChatUuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a run log entry of a chat
         * Creates a new run log entry for the chat. The request has no body.
         */
        post: operations["createChatRunLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * Returns the caller's API keys without their key values.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * Creates an API key, the credential of the Workers API.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/api-keys/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the default API key
         * Returns the API key that is the caller's default.
         * Reading: The static segment default stands beside {api_key_id}. The static segment wins, and it is no integer, so no key is hidden.
         */
        get: operations["getDefaultApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/api-keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the API key.
                 * Reading: The path also matches /me/api-keys/default. The static segment wins, and it is no integer, so no key is hidden.
                 */
                api_key_id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        /**
         * Get an API key
         * Returns one API key with its key value.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * Deletes one API key and returns it without its key value.
         * Reading: Whether the default key can be deleted, and which key is the default afterwards, is not shown.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the billing information
         * Returns the caller's billing information.
         */
        get: operations["getBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the credit balance
         * Returns the caller's balance of agent execution credits.
         */
        get: operations["getCredits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/credits/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use credits
         * Uses agent execution credits and returns the balance. The request has no body.
         * Not shown by the interface: how many credits one call uses.
         * Reading: What happens at a balance of zero is not shown. Any listed status conforms.
         */
        post: operations["useCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/payments/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of the payment provider
         * Takes an event from the payment provider and answers 200 when it is processed. The request must carry a signature header. No authentication is declared.
         * Not shown by the interface: name of the webhook signature header.
         */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/payments/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment session
         * Creates a session with the payment provider.
         */
        post: operations["createPaymentSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/monetization/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the monetization summary
         * Returns the total subscribers and earnings for the period.
         */
        get: operations["getMonetizationSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/monetization/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the daily subscriber counts
         * Returns the daily subscriber counts of the period.
         * Reading: Whether a day without subscribers has an entry, and so how many entries come, is not shown.
         */
        get: operations["getMonetizationSubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/monetization/earnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the daily earnings
         * Returns the daily earnings of the period.
         * Reading: Whether a day without earnings has an entry, and so how many entries come, is not shown.
         */
        get: operations["getMonetizationEarnings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bundles
         * Returns the caller's bundles in a simplified form.
         */
        get: operations["listBundles"];
        put?: never;
        /**
         * Create a bundle
         * Creates a bundle. The request has no body.
         */
        post: operations["createBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/bundles/{bundle_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        /**
         * Get a bundle
         * Returns one bundle.
         */
        get: operations["getBundle"];
        /**
         * Update a bundle
         * Updates one bundle.
         * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists 409 only. For an unknown bundle 404, 409 and every other listed error conform.
         */
        put: operations["updateBundle"];
        post?: never;
        /**
         * Delete a bundle
         * Deletes one bundle and returns its row.
         */
        delete: operations["deleteBundle"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/bundles/{bundle_id}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        /**
         * List the tools of a bundle
         * Returns the tools that the bundle holds.
         * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists no 404. For an unknown bundle 404, an empty array and every listed status conform.
         */
        get: operations["listBundleTools"];
        put?: never;
        /**
         * Add a tool to a bundle
         * Makes the tool a member of the bundle.
         * Reading: The row answers 404 for an unknown bundle; a tool that does not exist has no status of its own.
         */
        post: operations["addBundleTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/bundles/{bundle_id}/tools/{tool_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
                /** The identifier of the tool in the bundle. */
                tool_id: components["parameters"]["BundleToolId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tool from a bundle
         * Ends the membership of the tool in the bundle.
         */
        delete: operations["removeBundleTool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/cli-auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a CLI auth session
         * Creates a short-lived session, to which a logged-in client attaches its JWT. No authentication is declared.
         */
        post: operations["createCliAuthSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/cli-auth/{cli_auth_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the CLI auth session.
                 * Reading: The PUT row calls it cli_auth_id and the GET row auth_id. They are one identifier of one session, and OpenAPI forbids two path templates that differ in a name only, so both operations use cli_auth_id.
                 */
                cli_auth_id: components["parameters"]["CliAuthId"];
            };
            cookie?: never;
        };
        /**
         * Consume the JWT of a CLI auth session
         * Returns the JWT of the session, or null, and consumes it by the read. Do not repeat or retry this call blindly. No authentication is declared.
         * Reading: The row calls the identifier auth_id; it is the cli_auth_id of the PUT row. A GET is safe by its method, but this one consumes the JWT, so its effect is a change. After the JWT was read, null and 404 both conform.
         */
        get: operations["consumeCliAuthJwt"];
        /**
         * Attach a JWT to a CLI auth session
         * Attaches the user's JWT to the session, so that the command-line client can read it once.
         */
        put: operations["attachCliAuthJwt"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * Returns the caller's schedules.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * Schedules runs of a chat that the caller owns. The runs themselves may use credits.
         * Reading: The list of errors answers an invalid cron with 400, this operation lists no 400. For an invalid cron any refusal conforms.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/schedules/onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the schedule onboarding
         * Returns the onboarding of schedules. The interface says nothing more about it.
         * Reading: The static segment onboarding stands beside {schedule_id}. The static segment wins, and it is no uuid, so no schedule is hidden.
         */
        get: operations["getScheduleOnboarding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/schedules/text-to-cron": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Convert text to a cron expression
         * Converts the value of cron to a cron expression.
         * Reading: The static segment text-to-cron stands beside {schedule_id}. The static segment wins, and it is no uuid, so no schedule is hidden.
         */
        get: operations["convertTextToCron"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the schedule.
                 * Reading: The path also matches /me/schedules/onboarding and /me/schedules/text-to-cron. The static segment wins, and neither is a uuid, so no schedule is hidden.
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        /**
         * Get a schedule
         * Returns one schedule.
         */
        get: operations["getSchedule"];
        /**
         * Update a schedule
         * Updates one schedule.
         * Reading: The list of errors gives 404 for a schedule that is not found and 400 for an invalid cron, this operation lists neither. For an unknown schedule 404 and every listed error conform; for an invalid cron any refusal conforms.
         */
        put: operations["updateSchedule"];
        post?: never;
        /**
         * Delete a schedule
         * Deletes one schedule.
         * Reading: The list of errors gives 404 for a schedule that is not found, this operation lists no 404. For an unknown schedule 404 and every listed status conform.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tools/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tools in MCP format
         * Returns the tools in MCP format.
         * Reading: The static segment list stands beside {tool_id}. The static segment wins, so a tool with the identifier list cannot be read by getPublicTool.
         */
        get: operations["listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List public tools
         * Returns the public tools. No authentication is declared.
         */
        get: operations["listPublicTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tools/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search tools
         * Returns the tools that match the query.
         * Reading: The static segment search stands beside {tool_id}. The static segment wins, so a tool with the identifier search cannot be read by getPublicTool.
         */
        get: operations["searchTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tools/{tool_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the public tool.
                 * Reading: The path also matches /me/tools/list and /me/tools/search. The static segment wins, so a tool with the identifier list or search cannot be read here.
                 */
                tool_id: components["parameters"]["ToolId"];
            };
            cookie?: never;
        };
        /**
         * Get a public tool
         * Returns one public tool. No authentication is declared.
         */
        get: operations["getPublicTool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tools/run/{tool_name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The name of the tool. */
                tool_name: components["parameters"]["ToolName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a tool
         * Runs the tool with the input in the body, which is any JSON object.
         * Reading: The endpoint through which an integration tool is invoked by name is not shown, so whether this one runs the NOTIFIER tools is open. Whether a run appears among the tool execution logs is open as well.
         */
        post: operations["runTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/toolsets/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List toolsets
         * Returns the toolsets.
         * Reading: The static segment list stands beside {toolset_name}. The static segment wins, so a toolset with the name list cannot be read by getToolset.
         */
        get: operations["listToolsets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/toolsets/{toolset_name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The name of the toolset.
                 * Reading: The path also matches /me/toolsets/list. The static segment wins, so a toolset with the name list cannot be read here.
                 */
                toolset_name: components["parameters"]["ToolsetName"];
            };
            cookie?: never;
        };
        /**
         * Get a toolset
         * Returns one toolset with its tools.
         */
        get: operations["getToolset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/user-tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installed tools
         * Returns the tools that the caller has installed.
         */
        get: operations["listUserTools"];
        put?: never;
        /**
         * Install a tool
         * Installs a tool for the caller.
         */
        post: operations["installTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/user-tools/{tool_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the installed tool. */
                tool_id: components["parameters"]["InstalledToolId"];
            };
            cookie?: never;
        };
        /**
         * Get an installed tool
         * Returns one tool that the caller has installed.
         */
        get: operations["getUserTool"];
        put?: never;
        post?: never;
        /**
         * Uninstall a tool
         * Removes one tool that the caller has installed.
         */
        delete: operations["uninstallTool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * Returns the current user with the tier.
         * Reading: The path ends with a slash as the interface writes it. The path without the slash is not shown.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/vip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the VIP code redemption count
         * Returns the redemption count of VIP codes.
         * Reading: Whether it counts the codes the caller redeemed or the redemptions of the caller's codes is not shown.
         */
        get: operations["getVipRedemptionCount"];
        put?: never;
        /**
         * Redeem a VIP code
         * Redeems a VIP code, once per user. A user cannot redeem own codes.
         */
        post: operations["redeemVipCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * The read-only view of one run.
         * Not shown by the interface: fields.
         */
        AgentRunView: {
            /**
             * Format: uuid
             * The identifier of the run. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            run_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * One page of agent runs.
         * Not shown by the interface: fields.
         */
        AgentRunViewListResponse: {
            /**
             * The runs of this page. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: components["schemas"]["AgentRunView"][];
            /**
             * Format: date-time
             * The cursor of the next page, null or absent on the last one. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * May be null.
             */
            next_cursor?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * The body of a validation error.
         * Not shown by the interface: fields.
         */
        HTTPValidationError: {
            [key: string]: unknown;
        };
        /**
         * The body of every other error. The schema name is ours.
         * Not shown by the interface: error body shape.
         */
        ErrorBody: unknown;
        /**
         * One read-only MCP server log entry of a run.
         * Not shown by the interface: fields.
         */
        McpServerLog: {
            /**
             * Format: uuid
             * The identifier of the run. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            run_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * One read-only log entry of a run.
         * Not shown by the interface: fields.
         */
        AgentRunLog: {
            /**
             * Format: uuid
             * The identifier of the run. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            run_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The read-only record of one tool execution.
         * Not shown by the interface: fields.
         */
        ToolExecutionLog: {
            /**
             * The identifier of the log. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            log_id?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * One page of tool execution logs.
         * Not shown by the interface: fields.
         */
        ToolExecutionLogsResponse: {
            /**
             * The logs of this page. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: components["schemas"]["ToolExecutionLog"][];
            /**
             * Format: date-time
             * The cursor of the next page, null or absent on the last one. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * May be null.
             */
            next_cursor?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * The request for a checkout session.
         * Not shown by the interface: fields.
         */
        AgentSubscribeRequest: {
            [key: string]: unknown;
        };
        /**
         * The checkout session that was created.
         * Not shown by the interface: fields.
         */
        AgentSubscribeResponse: {
            [key: string]: unknown;
        };
        /**
         * The caller's subscription to a paid agent.
         * Not shown by the interface: fields.
         */
        AgentSubscriptionResponse: {
            /**
             * The identifier of the paid agent. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            agent_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The caller's subscriptions.
         * Not shown by the interface: fields.
         */
        AgentSubscriptionListResponse: {
            /**
             * The subscriptions. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: components["schemas"]["AgentSubscriptionResponse"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * An agent studio chat.
         * Not shown by the interface: fields.
         */
        AgentStudioChat: {
            /**
             * The run ID that identifies the chat. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            run_id?: string;
            /**
             * The private/public setting of the chat. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * @enum {string}
             */
            visibility?: "private" | "public";
        } & {
            [key: string]: unknown;
        };
        /**
         * The whole studio chat, to create or to replace it.
         * Not shown by the interface: fields.
         */
        AgentStudioChatCreate: {
            /**
             * The run ID that identifies the chat. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            run_id?: string;
            /**
             * The private/public setting; a sandbox tier cannot set private. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * @enum {string}
             */
            visibility?: "private" | "public";
        } & {
            [key: string]: unknown;
        };
        /**
         * The part of a studio chat to change.
         * Not shown by the interface: fields.
         */
        AgentStudioChatUpdate: {
            /**
             * The private/public setting; a sandbox tier cannot set private. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * @enum {string}
             */
            visibility?: "private" | "public";
        } & {
            [key: string]: unknown;
        };
        /**
         * An agent. The legacy chats are the same record.
         * Not shown by the interface: fields.
         */
        AgentModel: {
            /**
             * The identifier of the agent. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            agent_id?: string;
            /**
             * The identifier of the same record as a chat. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            chat_id?: string;
            /**
             * The chat prompt. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            chat_prompt?: string;
            /**
             * Who can see the agent. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * @enum {string}
             */
            visibility?: "private" | "public";
            /**
             * The vanity slug. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * May be null.
             */
            vanity_slug?: string | null;
            /**
             * The upsell description. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * May be null.
             */
            upsell_description?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * The whole agent, to create or to update it.
         * Not shown by the interface: fields.
         * Reading: The chat prompt is required, but its wire name is our choice, so it is not listed as a required property. A request without it is refused with 400, or with 422 as a missing field.
         */
        AgentRequest: {
            /**
             * The agent to update; leave it out to create one. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            agent_id?: string;
            /**
             * The chat prompt, required on create and upsert. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            chat_prompt?: string;
            /**
             * Who can see the agent; a sandbox tier cannot set private. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * @enum {string}
             */
            visibility?: "private" | "public";
            /**
             * The vanity slug. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * May be null.
             */
            vanity_slug?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * What a vanity slug is generated from.
         * Not shown by the interface: fields.
         */
        SlugRequest: {
            [key: string]: unknown;
        };
        /**
         * The prompt for a code-generation service.
         * Not shown by the interface: fields.
         */
        VibeCoderPromptResponse: {
            /**
             * The prompt. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            prompt?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The code-generation services.
         * Not shown by the interface: fields.
         */
        VibeCoderListResponse: {
            /**
             * The services. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: unknown[];
        } & {
            [key: string]: unknown;
        };
        /**
         * The theme preference of an agent.
         * Not shown by the interface: fields.
         */
        AgentThemePreferenceResponse: {
            /**
             * Format: uuid
             * The identifier of the agent. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            agent_id?: string;
            /**
             * The theme color. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * Not shown by the interface: format.
             */
            theme_color?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The theme preference to set.
         * Not shown by the interface: fields.
         */
        AgentThemePreferenceUpsertRequest: {
            /**
             * The theme color, whose format is validated. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * Not shown by the interface: format.
             */
            theme_color?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * A file of an agent.
         * Not shown by the interface: fields.
         */
        AgentFileResponse: {
            /**
             * Format: uuid
             * The identifier of the file. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            file_id?: string;
            /**
             * The place of the file among the files of its agent. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            position?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * The files of an agent.
         * Not shown by the interface: fields.
         */
        AgentFileListResponse: {
            /**
             * The files, ordered by position. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: components["schemas"]["AgentFileResponse"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * The file to create.
         * Not shown by the interface: fields.
         */
        AgentFileCreateRequest: {
            /**
             * The place of the file among the files of its agent. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            position?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * The part of a file to change.
         * Not shown by the interface: fields.
         */
        AgentFileUpdateRequest: {
            /**
             * The place of the file among the files of its agent. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            position?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * The new order of the files of an agent.
         * Not shown by the interface: fields.
         */
        AgentFileBatchPositionRequest: {
            /**
             * The new position of each file. The wire names are our choice.
             * Inferred: the interface names this in words only.
             */
            positions?: ({
                /**
                 * Format: uuid
                 * The file to place. The wire name is our choice.
                 * Inferred: the interface names this in words only.
                 */
                file_id?: string;
                /**
                 * Its new position. The wire name is our choice.
                 * Inferred: the interface names this in words only.
                 */
                position?: number;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        /**
         * The part of an agent to change or to override.
         * Not shown by the interface: fields.
         */
        AgentRequestPartial: {
            /**
             * The chat prompt. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            chat_prompt?: string;
            /**
             * Who can see the agent; a sandbox tier cannot set private. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * @enum {string}
             */
            visibility?: "private" | "public";
            /**
             * The vanity slug. The wire name is our choice.
             * Inferred: the interface names this in words only.
             * May be null.
             */
            vanity_slug?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * The user's feedback on a chat.
         * Not shown by the interface: fields.
         */
        UserFeedbackRequest: {
            [key: string]: unknown;
        };
        /**
         * An API key without its key value.
         * Not shown by the interface: fields.
         */
        ApiKeyHidden: {
            /**
             * The identifier of the key. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            api_key_id?: number;
            /**
             * Whether this is the default key. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            is_default?: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * The API key to create.
         * Not shown by the interface: fields.
         */
        ApiKeyCreate: {
            [key: string]: unknown;
        };
        /**
         * An API key with its key value.
         * Not shown by the interface: fields.
         */
        ApiKey: {
            /**
             * The identifier of the key. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            api_key_id?: number;
            /**
             * The key value, a secret. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            key?: string;
            /**
             * Whether this is the default key. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            is_default?: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * The billing information of the caller.
         * Not shown by the interface: fields.
         */
        BillingInformationSubscription: {
            [key: string]: unknown;
        };
        /**
         * The balance of agent execution credits.
         * Not shown by the interface: fields.
         */
        AgentExecutionCredits: {
            /**
             * The credits that are left. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            balance?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * The answer to an event that was processed.
         * Not shown by the interface: fields.
         */
        PaymentWebhookResponseSuccess: {
            [key: string]: unknown;
        };
        /**
         * The payment session to create.
         * Not shown by the interface: fields.
         */
        PaymentSessionRequest: {
            [key: string]: unknown;
        };
        /**
         * The payment session that was created.
         * Not shown by the interface: fields.
         */
        PaymentSessionResponse: {
            [key: string]: unknown;
        };
        /**
         * The total subscribers and earnings for the period.
         * Not shown by the interface: fields.
         */
        MonetizationSummary: {
            /**
             * The total subscribers. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            total_subscribers?: number;
            /**
             * The total earnings. The wire name is our choice, the unit is not shown.
             * Inferred: the interface names this in words only.
             */
            total_earnings?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * The daily subscriber counts of the period.
         * Not shown by the interface: fields.
         */
        MonetizationSubscribersResponse: {
            /**
             * The daily subscriber counts. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        /**
         * The daily earnings of the period.
         * Not shown by the interface: fields.
         */
        MonetizationEarningsResponse: {
            /**
             * The daily earnings. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        /**
         * A bundle in a simplified form.
         * Not shown by the interface: fields.
         */
        UserBundleSimplified: {
            /**
             * The identifier of the bundle. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            bundle_id?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * The membership of a tool in a bundle.
         * Not shown by the interface: fields.
         */
        UserBundleTool: {
            /**
             * The identifier of the tool. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            tool_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * A bundle, which holds tools.
         * Not shown by the interface: fields.
         */
        UserBundle: {
            /**
             * The identifier of the bundle. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            bundle_id?: number;
            /**
             * The tools that the bundle holds. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            tools?: components["schemas"]["UserBundleTool"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * The bundle to store.
         * Not shown by the interface: fields.
         */
        UserBundleRequest: {
            [key: string]: unknown;
        };
        /**
         * The row of a bundle that was deleted.
         * Not shown by the interface: fields.
         */
        UserBundleRow: {
            /**
             * The identifier of the bundle. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            bundle_id?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * A CLI auth session.
         * Not shown by the interface: fields.
         */
        CliAuthModel: {
            /**
             * Format: uuid
             * The identifier of the session. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            cli_auth_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The JWT to attach to a session.
         * Not shown by the interface: fields.
         */
        CliAuthInsertModel: {
            /**
             * The user's JWT, a secret. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            jwt?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The caller's schedules.
         * Not shown by the interface: fields.
         */
        ScheduleListResponse: {
            /**
             * The schedules. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            items?: ({
                /**
                 * Format: uuid
                 * The identifier of the schedule. The interface shows it as a path parameter only.
                 * Inferred: the interface names this in words only.
                 */
                schedule_id?: string;
                /**
                 * The chat whose runs are scheduled. The interface shows it as a path parameter only.
                 * Inferred: the interface names this in words only.
                 */
                chat_id?: string;
                /**
                 * The cron expression. The wire name is our choice.
                 * Inferred: the interface names this in words only.
                 */
                cron?: string;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        /**
         * The schedule to create.
         * Not shown by the interface: fields.
         */
        ScheduleRequest: {
            /**
             * The chat to run, which the caller owns. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            chat_id?: string;
            /**
             * The cron expression. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            cron?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The schedule to store.
         * Not shown by the interface: fields.
         */
        ScheduleUpdateRequest: {
            /**
             * The chat to run, which the caller owns. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            chat_id?: string;
            /**
             * The cron expression. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            cron?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * A tool in MCP format.
         * Not shown by the interface: fields.
         */
        Tool: {
            /**
             * The name of the tool, as tools in MCP format spell it.
             * Inferred: the interface names this in words only.
             */
            name?: string;
            /**
             * What the tool does, as tools in MCP format spell it.
             * Inferred: the interface names this in words only.
             */
            description?: string;
            /**
             * The JSON Schema of the tool input, as tools in MCP format spell it.
             * Inferred: the interface names this in words only.
             */
            inputSchema?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * A public tool.
         * Not shown by the interface: fields.
         */
        PublicTool: {
            /**
             * The identifier of the tool. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            tool_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The result of a tool run.
         * Not shown by the interface: fields.
         */
        ToolResult: {
            [key: string]: unknown;
        };
        /**
         * A toolset.
         * Not shown by the interface: fields.
         */
        ToolSet: {
            /**
             * The name of the toolset. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            toolset_name?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * A toolset with its tools.
         * Not shown by the interface: fields.
         */
        ToolSetWithTools: {
            /**
             * The name of the toolset. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            toolset_name?: string;
            /**
             * The tools of the toolset. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            tools?: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        /**
         * A tool that the caller has installed.
         * Not shown by the interface: fields.
         */
        UserTool: {
            /**
             * The identifier of the tool. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            tool_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The tool to install.
         * Not shown by the interface: fields.
         */
        UserInstallToolRequest: {
            /**
             * The identifier of the tool. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            tool_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The record of an installation.
         * Not shown by the interface: fields.
         */
        UserInstalledTool: {
            /**
             * The identifier of the tool. The interface shows it as a path parameter only.
             * Inferred: the interface names this in words only.
             */
            tool_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * A user with the tier.
         * Not shown by the interface: fields.
         */
        UserWithTier: {
            /**
             * The tier. A sandbox tier exists; how it is spelled is not shown. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            tier?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The redemption count of VIP codes.
         * Not shown by the interface: fields.
         */
        VipCodeRedemptionCount: {
            /**
             * The count. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            count?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * The VIP code to redeem.
         * Not shown by the interface: fields.
         */
        VipCodeRequest: {
            /**
             * The VIP code. The wire name is our choice.
             * Inferred: the interface names this in words only.
             */
            code?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The redemption of a VIP code.
         * Not shown by the interface: fields.
         */
        VipCodeRedeemed: {
            [key: string]: unknown;
        };
    };
    responses: {
        /**
         * Validation error with body HTTPValidationError
         * Reading: An operation with path, query or body input "can" answer 422. Another documented refusal of the same input conforms as well: 400 where the operation lists it, or 404 for an identifier of the wrong form.
         */
        ValidationError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HTTPValidationError"];
            };
        };
        /**
         * Internal error
         * Reading: 500 is a documented answer, so it is no violation by itself. A valid request that always gets one was never seen to succeed.
         */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** Resource not found (agent) */
        AgentNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** Resource not found (chat) */
        ChatNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** sandbox tier setting private */
        SandboxPrivate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** No permission on the chat */
        NoPermissionOnChat: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /**
         * missing chat prompt or sandbox tier setting private
         * Reading: A missing chat prompt gives 400 here, while the User API in general answers a missing required body field with 422. Either refusal conforms.
         */
        MissingPromptOrSandboxPrivate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** No permission on the agent */
        NoPermissionOnAgent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** AgentModel */
        AgentModel: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AgentModel"];
            };
        };
        /**
         * generation failed
         * Reading: 500 is a documented answer, so it is no violation by itself. A valid request that always gets one was never seen to succeed.
         */
        GenerationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** No permission on the agent or file */
        NoPermissionOnFile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** Resource not found (agent, file) */
        AgentOrFileNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** Resource not found (API key) */
        ApiKeyNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** Resource not found (bundle) */
        BundleNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /**
         * CLI authentication service unavailable
         * Reading: 503 is a documented answer, so it is no violation by itself. A valid request that always gets one was never seen to succeed.
         */
        CliAuthUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** Resource not found (CLI auth) */
        CliAuthNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** Resource not found (tool) */
        ToolNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /**
         * The date-time cursor of the page to read. Leave it out to read the first page.
         * Reading: The cursor "may be null", but how a query string spells null is not shown. A client leaves the parameter out.
         * May be null.
         */
        NullableNextCursor: string | null;
        /**
         * The number of records on a page.
         * Reading: A limit of zero, a negative limit and the maximum limit are not shown. Any answer to them conforms.
         * Default 30.
         */
        PageLimit: number;
        /** The identifier of the run. */
        RunId: string;
        /** The date-time cursor of the page to read. Leave it out to read the first page. */
        NextCursor: string;
        /** The identifier of the tool execution log. */
        LogId: number;
        /**
         * The identifier of the agent.
         * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
         */
        AgentId: string;
        /**
         * The run ID that identifies the studio chat.
         * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
         */
        StudioChatRunId: string;
        /**
         * The identifier of the agent.
         * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
         */
        AgentUuid: string;
        /**
         * The identifier of the agent file.
         * Reading: The path also matches /me/agents/{agent_id}/files/positions. The static segment wins, and it is no uuid, so no file is hidden.
         */
        FileId: string;
        /**
         * The identifier of the chat.
         * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
         */
        ChatId: string;
        /**
         * The identifier of the chat.
         * Reading: The identifier of a chat is a string on other paths, so a chat that those accept may be refused here.
         */
        ChatUuid: string;
        /**
         * The identifier of the API key.
         * Reading: The path also matches /me/api-keys/default. The static segment wins, and it is no integer, so no key is hidden.
         */
        ApiKeyId: number;
        /**
         * The length of the reported period. The interface gives no unit.
         * At least 1.
         * At most 365.
         * Default 28.
         */
        Period: number;
        /** The identifier of the bundle. */
        BundleId: number;
        /** The identifier of the tool in the bundle. */
        BundleToolId: string;
        /**
         * The identifier of the CLI auth session.
         * Reading: The PUT row calls it cli_auth_id and the GET row auth_id. They are one identifier of one session, and OpenAPI forbids two path templates that differ in a name only, so both operations use cli_auth_id.
         */
        CliAuthId: string;
        /**
         * The identifier of the schedule.
         * Reading: The path also matches /me/schedules/onboarding and /me/schedules/text-to-cron. The static segment wins, and neither is a uuid, so no schedule is hidden.
         */
        ScheduleId: string;
        /**
         * The identifier of the public tool.
         * Reading: The path also matches /me/tools/list and /me/tools/search. The static segment wins, so a tool with the identifier list or search cannot be read here.
         */
        ToolId: string;
        /** The name of the tool. */
        ToolName: string;
        /**
         * The name of the toolset.
         * Reading: The path also matches /me/toolsets/list. The static segment wins, so a toolset with the name list cannot be read here.
         */
        ToolsetName: string;
        /** The identifier of the installed tool. */
        InstalledToolId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAgentRuns: {
        parameters: {
            query?: {
                /**
                 * The date-time cursor of the page to read. Leave it out to read the first page.
                 * Reading: The cursor "may be null", but how a query string spells null is not shown. A client leaves the parameter out.
                 * May be null.
                 */
                next_cursor?: components["parameters"]["NullableNextCursor"];
                /**
                 * The number of records on a page.
                 * Reading: A limit of zero, a negative limit and the maximum limit are not shown. Any answer to them conforms.
                 * Default 30.
                 */
                limit?: components["parameters"]["PageLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentRunViewListResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunViewListResponse"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentRunView */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunView"];
                };
            };
            /** run not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentRunMcpServerLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of McpServerLog */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServerLog"][];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentRunLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of AgentRunLog */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunLog"][];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listToolExecutionLogs: {
        parameters: {
            query?: {
                /** The date-time cursor of the page to read. Leave it out to read the first page. */
                next_cursor?: components["parameters"]["NextCursor"];
                /**
                 * The number of records on a page.
                 * Reading: A limit of zero, a negative limit and the maximum limit are not shown. Any answer to them conforms.
                 * Default 30.
                 */
                limit?: components["parameters"]["PageLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** ToolExecutionLogsResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolExecutionLogsResponse"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getToolExecutionLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the tool execution log. */
                log_id: components["parameters"]["LogId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** ToolExecutionLog */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolExecutionLog"];
                };
            };
            /**
             * Resource not found
             * Reading: The list of errors does not name execution logs among the resources of 404, the row of the operation documents it. The row is followed.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    subscribeToAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentSubscribeRequest"];
            };
        };
        responses: {
            /** AgentSubscribeResponse (a checkout session is created) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSubscribeResponse"];
                };
            };
            /** agent is not paid or caller is its owner */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** already subscribed */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    unsubscribeFromAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentSubscriptionResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSubscriptionResponse"];
                };
            };
            /** no active subscription to cancel, or no payment-provider subscription found */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /**
             * Resource not found (agent, subscription)
             * Reading: A missing subscription fits 400 as well as the 404 that the interface gives for whatever is not found. Either conforms.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentSubscriptionListResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSubscriptionListResponse"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentSubscriptionResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSubscriptionResponse"];
                };
            };
            /** Resource not found (subscription) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    listStudioChats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of AgentStudioChat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStudioChat"][];
                };
            };
        };
    };
    createStudioChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentStudioChatCreate"];
            };
        };
        responses: {
            /** AgentStudioChat (creates a chat, or returns the existing one when run_id exists) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStudioChat"];
                };
            };
            /** creation failed or sandbox tier creating a private chat */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** a chat with this run_id exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    getStudioChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The run ID that identifies the studio chat.
                 * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
                 */
                run_id: components["parameters"]["StudioChatRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentStudioChat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStudioChat"];
                };
            };
            /** no permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    replaceStudioChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The run ID that identifies the studio chat.
                 * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
                 */
                run_id: components["parameters"]["StudioChatRunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentStudioChatCreate"];
            };
        };
        responses: {
            /** AgentStudioChat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStudioChat"];
                };
            };
            400: components["responses"]["SandboxPrivate"];
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    deleteStudioChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The run ID that identifies the studio chat.
                 * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
                 */
                run_id: components["parameters"]["StudioChatRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentStudioChat (soft delete) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStudioChat"];
                };
            };
            /** delete failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    updateStudioChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The run ID that identifies the studio chat.
                 * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
                 */
                run_id: components["parameters"]["StudioChatRunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentStudioChatUpdate"];
            };
        };
        responses: {
            /** AgentStudioChat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStudioChat"];
                };
            };
            400: components["responses"]["SandboxPrivate"];
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    cloneStudioChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The run ID that identifies the studio chat.
                 * Reading: A run ID is a uuid for runs and a string for studio chats, so any string is a valid value here.
                 */
                run_id: components["parameters"]["StudioChatRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentStudioChat */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStudioChat"];
                };
            };
            /** private chats cannot be cloned */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of AgentModel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentModel"][];
                };
            };
        };
    };
    upsertAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRequest"];
            };
        };
        responses: {
            /** AgentModel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentModel"];
                };
            };
            400: components["responses"]["MissingPromptOrSandboxPrivate"];
            403: components["responses"]["NoPermissionOnAgent"];
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AgentModel"];
            403: components["responses"]["NoPermissionOnAgent"];
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    generateUpsellDescription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentModel (upsell description generated) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentModel"];
                };
            };
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["GenerationFailed"];
        };
    };
    checkVanitySlug: {
        parameters: {
            query: {
                /** The vanity slug to check. */
                slug: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** body unspecified (availability result) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    generateVanitySlug: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SlugRequest"];
            };
        };
        responses: {
            /** body unspecified (generated slug) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["GenerationFailed"];
        };
    };
    getVibePrompt: {
        parameters: {
            query: {
                /** The code-generation service, one of three fixed lowercase strings. listVibeServices may name them. */
                service_name: string;
            };
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** VibeCoderPromptResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VibeCoderPromptResponse"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    listVibeServices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** VibeCoderListResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VibeCoderListResponse"];
                };
            };
        };
    };
    getAgentTheme: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentThemePreferenceResponse or null */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentThemePreferenceResponse"] | null;
                };
            };
            403: components["responses"]["NoPermissionOnAgent"];
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    setAgentTheme: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentThemePreferenceUpsertRequest"];
            };
        };
        responses: {
            /** AgentThemePreferenceResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentThemePreferenceResponse"];
                };
            };
            /**
             * invalid theme color format
             * Reading: A theme color that is no string fits 422 as well as 400. Either conforms.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            403: components["responses"]["NoPermissionOnAgent"];
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    listAgentFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentFileListResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentFileListResponse"];
                };
            };
            403: components["responses"]["NoPermissionOnAgent"];
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    createAgentFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentFileCreateRequest"];
            };
        };
        responses: {
            /** AgentFileResponse */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentFileResponse"];
                };
            };
            /**
             * invalid request or file limit exceeded
             * Reading: An invalid request fits 422 as well as 400. Either conforms.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            403: components["responses"]["NoPermissionOnAgent"];
            404: components["responses"]["AgentNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    getAgentFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
                /**
                 * The identifier of the agent file.
                 * Reading: The path also matches /me/agents/{agent_id}/files/positions. The static segment wins, and it is no uuid, so no file is hidden.
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentFileResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentFileResponse"];
                };
            };
            403: components["responses"]["NoPermissionOnFile"];
            404: components["responses"]["AgentOrFileNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    deleteAgentFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
                /**
                 * The identifier of the agent file.
                 * Reading: The path also matches /me/agents/{agent_id}/files/positions. The static segment wins, and it is no uuid, so no file is hidden.
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["NoPermissionOnFile"];
            404: components["responses"]["AgentOrFileNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    updateAgentFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
                /**
                 * The identifier of the agent file.
                 * Reading: The path also matches /me/agents/{agent_id}/files/positions. The static segment wins, and it is no uuid, so no file is hidden.
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentFileUpdateRequest"];
            };
        };
        responses: {
            /** AgentFileResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentFileResponse"];
                };
            };
            403: components["responses"]["NoPermissionOnFile"];
            404: components["responses"]["AgentOrFileNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    reorderAgentFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the agent.
                 * Reading: The identifier of an agent is a GUID at the Workers API and a string or uuid in User API paths. The GET rows of theme and files declare a uuid; the other rows below them declare nothing and are read the same.
                 */
                agent_id: components["parameters"]["AgentUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentFileBatchPositionRequest"];
            };
        };
        responses: {
            /** AgentFileListResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentFileListResponse"];
                };
            };
            403: components["responses"]["NoPermissionOnFile"];
            404: components["responses"]["AgentOrFileNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    listChats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of AgentModel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentModel"][];
                };
            };
        };
    };
    createChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRequest"];
            };
        };
        responses: {
            /** AgentModel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentModel"];
                };
            };
            400: components["responses"]["MissingPromptOrSandboxPrivate"];
            422: components["responses"]["ValidationError"];
        };
    };
    getChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AgentModel"];
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    replaceChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRequest"];
            };
        };
        responses: {
            200: components["responses"]["AgentModel"];
            400: components["responses"]["SandboxPrivate"];
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    deleteChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AgentModel"];
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    updateChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRequestPartial"];
            };
        };
        responses: {
            200: components["responses"]["AgentModel"];
            400: components["responses"]["SandboxPrivate"];
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    getChatSocialPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string on other paths, so a chat that those accept may be refused here.
                 */
                chat_id: components["parameters"]["ChatUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** body unspecified (social-preview metadata) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    cloneChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string on other paths, so a chat that those accept may be refused here.
                 */
                chat_id: components["parameters"]["ChatUuid"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentRequestPartial"] | null;
            };
        };
        responses: {
            /** AgentModel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentModel"];
                };
            };
            /** chat is not public */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    submitChatFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string, and a uuid on some paths. Each path keeps the type that its rows declare; where they declare none, it is a string.
                 */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserFeedbackRequest"];
            };
        };
        responses: {
            200: components["responses"]["AgentModel"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
        };
    };
    createChatRunLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the chat.
                 * Reading: The identifier of a chat is a string on other paths, so a chat that those accept may be refused here.
                 */
                chat_id: components["parameters"]["ChatUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentRunLog (new run log entry) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunLog"];
                };
            };
            403: components["responses"]["NoPermissionOnChat"];
            404: components["responses"]["ChatNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of ApiKeyHidden */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyHidden"][];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** ApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getDefaultApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** ApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the API key.
                 * Reading: The path also matches /me/api-keys/default. The static segment wins, and it is no integer, so no key is hidden.
                 */
                api_key_id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** ApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            404: components["responses"]["ApiKeyNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the API key.
                 * Reading: The path also matches /me/api-keys/default. The static segment wins, and it is no integer, so no key is hidden.
                 */
                api_key_id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** ApiKeyHidden */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyHidden"];
                };
            };
            404: components["responses"]["ApiKeyNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getBilling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** BillingInformationSubscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingInformationSubscription"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    getCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentExecutionCredits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentExecutionCredits"];
                };
            };
            /** credits not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    useCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** AgentExecutionCredits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentExecutionCredits"];
                };
            };
            /** Resource not found (credits) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An event of the payment provider. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** PaymentWebhookResponseSuccess */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentWebhookResponseSuccess"];
                };
            };
            /**
             * missing signature or invalid event
             * Reading: An invalid event fits 422 as well as 400. Either conforms.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    createPaymentSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentSessionRequest"];
            };
        };
        responses: {
            /** PaymentSessionResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentSessionResponse"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    getMonetizationSummary: {
        parameters: {
            query?: {
                /**
                 * The length of the reported period. The interface gives no unit.
                 * At least 1.
                 * At most 365.
                 * Default 28.
                 */
                period?: components["parameters"]["Period"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** MonetizationSummary (total subscribers and earnings for the period) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonetizationSummary"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    getMonetizationSubscribers: {
        parameters: {
            query?: {
                /**
                 * The length of the reported period. The interface gives no unit.
                 * At least 1.
                 * At most 365.
                 * Default 28.
                 */
                period?: components["parameters"]["Period"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** MonetizationSubscribersResponse (daily subscriber counts) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonetizationSubscribersResponse"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    getMonetizationEarnings: {
        parameters: {
            query?: {
                /**
                 * The length of the reported period. The interface gives no unit.
                 * At least 1.
                 * At most 365.
                 * Default 28.
                 */
                period?: components["parameters"]["Period"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** MonetizationEarningsResponse (daily earnings) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonetizationEarningsResponse"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
    listBundles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of UserBundleSimplified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundleSimplified"][];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    createBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** UserBundle */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundle"];
                };
            };
            /** creation failed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    getBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** UserBundle */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundle"];
                };
            };
            404: components["responses"]["BundleNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    updateBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserBundleRequest"];
            };
        };
        responses: {
            /** UserBundle */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundle"];
                };
            };
            /** update failed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** UserBundleRow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundleRow"];
                };
            };
            404: components["responses"]["BundleNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listBundleTools: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of UserBundleTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundleTool"][];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    addBundleTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserBundleTool"];
            };
        };
        responses: {
            /** UserBundleTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundleTool"];
                };
            };
            /** bundle not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    removeBundleTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the bundle. */
                bundle_id: components["parameters"]["BundleId"];
                /** The identifier of the tool in the bundle. */
                tool_id: components["parameters"]["BundleToolId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** UserBundleTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBundleTool"];
                };
            };
            /** bundle or tool not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    createCliAuthSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** CliAuthModel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CliAuthModel"];
                };
            };
            503: components["responses"]["CliAuthUnavailable"];
        };
    };
    consumeCliAuthJwt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the CLI auth session.
                 * Reading: The PUT row calls it cli_auth_id and the GET row auth_id. They are one identifier of one session, and OpenAPI forbids two path templates that differ in a name only, so both operations use cli_auth_id.
                 */
                cli_auth_id: components["parameters"]["CliAuthId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** string JWT or null (the JWT is consumed by the read) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string | null;
                };
            };
            404: components["responses"]["CliAuthNotFound"];
            422: components["responses"]["ValidationError"];
            503: components["responses"]["CliAuthUnavailable"];
        };
    };
    attachCliAuthJwt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the CLI auth session.
                 * Reading: The PUT row calls it cli_auth_id and the GET row auth_id. They are one identifier of one session, and OpenAPI forbids two path templates that differ in a name only, so both operations use cli_auth_id.
                 */
                cli_auth_id: components["parameters"]["CliAuthId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CliAuthInsertModel"];
            };
        };
        responses: {
            /** CliAuthModel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CliAuthModel"];
                };
            };
            /**
             * not allowed to update this session
             * Reading: When an update is not allowed is not shown. A session that already holds a JWT may answer 200 or 403.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["CliAuthNotFound"];
            422: components["responses"]["ValidationError"];
            503: components["responses"]["CliAuthUnavailable"];
        };
    };
    listSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** ScheduleListResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleListResponse"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleRequest"];
            };
        };
        responses: {
            /** body unspecified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /**
             * chat ID invalid, missing or not owned by the caller
             * Reading: An invalid or missing chat ID fits 422 as well as 403. Either conforms.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getScheduleOnboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** body unspecified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    convertTextToCron: {
        parameters: {
            query: {
                /**
                 * The text to convert.
                 * Reading: The path converts text to cron, while the parameter is named cron and an invalid cron expression gives 400. Whether it takes plain text or an expression is open, so a deployment that refuses plain text conforms.
                 */
                cron: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** body unspecified (converted cron) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /**
             * invalid cron expression
             * Reading: A request without the required parameter fits 422 as well as 400. Either conforms.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the schedule.
                 * Reading: The path also matches /me/schedules/onboarding and /me/schedules/text-to-cron. The static segment wins, and neither is a uuid, so no schedule is hidden.
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** body unspecified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** Resource not found (schedule) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the schedule.
                 * Reading: The path also matches /me/schedules/onboarding and /me/schedules/text-to-cron. The static segment wins, and neither is a uuid, so no schedule is hidden.
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleUpdateRequest"];
            };
        };
        responses: {
            /** body unspecified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the schedule.
                 * Reading: The path also matches /me/schedules/onboarding and /me/schedules/text-to-cron. The static segment wins, and neither is a uuid, so no schedule is hidden.
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** body unspecified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of Tool (MCP format) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"][];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    listPublicTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of PublicTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicTool"][];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    searchTools: {
        parameters: {
            query: {
                /**
                 * The text to search for.
                 * Length at least 1.
                 */
                q: string;
                /**
                 * The toolkit to search in. Leave it out to search in all.
                 * Reading: The toolkit "may be null", but how a query string spells null is not shown. A client leaves the parameter out.
                 * May be null.
                 */
                toolkit?: string | null;
                /**
                 * The largest number of tools to return.
                 * At least 1.
                 * At most 200.
                 * Default 20.
                 */
                limit?: number;
                /**
                 * The lowest score of a tool to return.
                 * At least 0.
                 * At most 1.
                 * Default 0.15.
                 */
                min_score?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of Tool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"][];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getPublicTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The identifier of the public tool.
                 * Reading: The path also matches /me/tools/list and /me/tools/search. The static segment wins, so a tool with the identifier list or search cannot be read here.
                 */
                tool_id: components["parameters"]["ToolId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** PublicTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicTool"];
                };
            };
            /** tool does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    runTool: {
        parameters: {
            query?: {
                /**
                 * The service in whose name the tool runs.
                 * Default default.
                 */
                service_id?: string;
                /**
                 * The namespace of service_id.
                 * Default global.
                 */
                service_id_namespace?: string;
            };
            header?: never;
            path: {
                /** The name of the tool. */
                tool_name: components["parameters"]["ToolName"];
            };
            cookie?: never;
        };
        /** The tool input. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** ToolResult */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolResult"];
                };
            };
            /**
             * invalid input or parameters
             * Reading: Invalid input fits 422 as well as 400. Either conforms.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** invalid or missing JWT */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** tool not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listToolsets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of ToolSet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolSet"][];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    getToolset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The name of the toolset.
                 * Reading: The path also matches /me/toolsets/list. The static segment wins, so a toolset with the name list cannot be read here.
                 */
                toolset_name: components["parameters"]["ToolsetName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** ToolSetWithTools */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolSetWithTools"];
                };
            };
            /** Resource not found (toolset) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    listUserTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** array of UserTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserTool"][];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    installTool: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInstallToolRequest"];
            };
        };
        responses: {
            /** UserInstalledTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInstalledTool"];
                };
            };
            /** installation failed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getUserTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the installed tool. */
                tool_id: components["parameters"]["InstalledToolId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** UserTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserTool"];
                };
            };
            404: components["responses"]["ToolNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    uninstallTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the installed tool. */
                tool_id: components["parameters"]["InstalledToolId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** UserInstalledTool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInstalledTool"];
                };
            };
            404: components["responses"]["ToolNotFound"];
            422: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** UserWithTier (current user) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserWithTier"];
                };
            };
        };
    };
    getVipRedemptionCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** VipCodeRedemptionCount */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VipCodeRedemptionCount"];
                };
            };
            /** database error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    redeemVipCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VipCodeRequest"];
            };
        };
        responses: {
            /** VipCodeRedeemed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VipCodeRedeemed"];
                };
            };
            /**
             * invalid code, own code, or a code already redeemed by the caller
             * Reading: A code that is no string fits 422 as well as 400. Either conforms.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationError"];
        };
    };
}
