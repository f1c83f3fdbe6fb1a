Rails.application.routes.draw do
  scope '/me', format: false do
    get '/', to: 'users#show'
    get 'agent-runs', to: 'agent_runs#index'
    get 'agent-runs/:run_id', to: 'agent_runs#show'
    get 'agent-runs/:run_id/mcp-server-logs', to: 'agent_runs#mcp_server_logs'
    get 'agent-runs/:run_id/logs', to: 'agent_runs#logs'
    get 'executions', to: 'executions#index'
    get 'executions/:log_id', to: 'executions#show'

    post 'agents/vanity/slug', to: 'slugs#create'
    get 'agents/vanity/slug', to: 'slugs#show'
    post 'agents/:agent_id/subscribe', to: 'subscriptions#create'
    post 'agents/:agent_id/unsubscribe', to: 'subscriptions#cancel'
    get 'subscriptions', to: 'subscriptions#index'
    get 'subscriptions/:agent_id', to: 'subscriptions#show'

    get 'agent-studio-chats', to: 'studio_chats#index'
    post 'agent-studio-chats', to: 'studio_chats#create'
    get 'agent-studio-chats/:run_id', to: 'studio_chats#show', constraints: { run_id: %r{[^/]+} }
    put 'agent-studio-chats/:run_id', to: 'studio_chats#replace', constraints: { run_id: %r{[^/]+} }
    patch 'agent-studio-chats/:run_id', to: 'studio_chats#update', constraints: { run_id: %r{[^/]+} }
    delete 'agent-studio-chats/:run_id', to: 'studio_chats#destroy', constraints: { run_id: %r{[^/]+} }
    post 'agent-studio-chats/:run_id/clone', to: 'studio_chats#duplicate', constraints: { run_id: %r{[^/]+} }

    get 'agents', to: 'agents#index'
    post 'agents', to: 'agents#upsert'
    get 'agents/:agent_id', to: 'agents#show'
    post 'agents/:agent_id/upsell-description', to: 'agents#upsell'
    get 'agents/:agent_id/vibe', to: 'vibes#show'
    get 'vibe/services', to: 'vibes#index'
    get 'agents/:agent_id/customizations/theme', to: 'themes#show'
    put 'agents/:agent_id/customizations/theme', to: 'themes#update'
    get 'agents/:agent_id/files', to: 'agent_files#index'
    post 'agents/:agent_id/files', to: 'agent_files#create'
    put 'agents/:agent_id/files/positions', to: 'agent_files#positions'
    get 'agents/:agent_id/files/:file_id', to: 'agent_files#show'
    patch 'agents/:agent_id/files/:file_id', to: 'agent_files#update'
    delete 'agents/:agent_id/files/:file_id', to: 'agent_files#destroy'

    get 'chats', to: 'chats#index'
    post 'chats', to: 'chats#create'
    get 'chats/:chat_id', to: 'chats#show'
    put 'chats/:chat_id', to: 'chats#update'
    patch 'chats/:chat_id', to: 'chats#update'
    delete 'chats/:chat_id', to: 'chats#destroy'
    get 'chats/:chat_id/og', to: 'chats#og'
    post 'chats/:chat_id/clone', to: 'chats#duplicate'
    post 'chats/:chat_id/feedback', to: 'chats#feedback'
    post 'chats/:chat_id/runs', to: 'chats#run'

    get 'api-keys', to: 'api_keys#index'
    post 'api-keys', to: 'api_keys#create'
    get 'api-keys/default', to: 'api_keys#default'
    get 'api-keys/:api_key_id', to: 'api_keys#show'
    delete 'api-keys/:api_key_id', to: 'api_keys#destroy'
    get 'billing', to: 'billing#show'
    get 'credits', to: 'credits#show'
    post 'credits/use', to: 'credits#use'
    post 'payments/webhook', to: 'payments#webhook'
    post 'payments/sessions', to: 'payments#session'
    get 'monetization/summary', to: 'monetization#summary'
    get 'monetization/subscribers', to: 'monetization#subscribers'
    get 'monetization/earnings', to: 'monetization#earnings'

    get 'bundles', to: 'bundles#index'
    post 'bundles', to: 'bundles#create'
    get 'bundles/:bundle_id', to: 'bundles#show'
    put 'bundles/:bundle_id', to: 'bundles#update'
    delete 'bundles/:bundle_id', to: 'bundles#destroy'
    get 'bundles/:bundle_id/tools', to: 'bundles#tools'
    post 'bundles/:bundle_id/tools', to: 'bundles#add_tool'
    delete 'bundles/:bundle_id/tools/:tool_id', to: 'bundles#remove_tool', constraints: { tool_id: %r{[^/]+} }

    post 'cli-auth', to: 'cli_auth#create'
    put 'cli-auth/:id', to: 'cli_auth#update'
    get 'cli-auth/:id', to: 'cli_auth#show'

    get 'schedules', to: 'schedules#index'
    post 'schedules', to: 'schedules#create'
    get 'schedules/onboarding', to: 'schedules#onboarding'
    get 'schedules/text-to-cron', to: 'schedules#text_to_cron'
    get 'schedules/:schedule_id', to: 'schedules#show'
    put 'schedules/:schedule_id', to: 'schedules#update'
    delete 'schedules/:schedule_id', to: 'schedules#destroy'

    get 'tools/list', to: 'tools#list'
    get 'tools', to: 'tools#index'
    get 'tools/search', to: 'tools#search'
    post 'tools/run/:tool_name', to: 'tools#run', constraints: { tool_name: %r{[^/]+} }
    get 'tools/:tool_id', to: 'tools#show', constraints: { tool_id: %r{[^/]+} }
    get 'toolsets/list', to: 'toolsets#index'
    get 'toolsets/:toolset_name', to: 'toolsets#show', constraints: { toolset_name: %r{[^/]+} }
    get 'user-tools', to: 'user_tools#index'
    post 'user-tools', to: 'user_tools#create'
    get 'user-tools/:tool_id', to: 'user_tools#show', constraints: { tool_id: %r{[^/]+} }
    delete 'user-tools/:tool_id', to: 'user_tools#destroy', constraints: { tool_id: %r{[^/]+} }
    get 'vip', to: 'vip#show'
    post 'vip', to: 'vip#create'
  end

  scope '/workers', format: false do
    post 'ndjson/:agent_id', to: 'workers#create', defaults: { stream: 'ndjson' }
    put 'ndjson/:agent_id/:run_id', to: 'workers#update', defaults: { stream: 'ndjson' }
    post ':agent_id', to: 'workers#create'
    put ':agent_id/:run_id', to: 'workers#update'
    get ':agent_id/:run_id', to: 'workers#show'
  end
end
