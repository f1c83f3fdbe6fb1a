# frozen_string_literal: true
# One small language for shapes: what is checked on the way in is what stands in the OpenAPI document.
module Schemas
  ALL = {}

  def self.t(s)
    return s if s.is_a?(Hash)
    nullable = s.end_with?('?')
    s = s.chomp('?')
    h = case s
        when 'uuid' then { type: 'string', format: 'uuid' }
        when 'time' then { type: 'string', format: 'date-time' }
        when 'date' then { type: 'string', format: 'date' }
        when 'url' then { type: 'string', format: 'uri', maxLength: 2000 }
        when 'email' then { type: 'string', format: 'email' }
        when 'str' then { type: 'string' }
        when /\Astr:(\d+)\.\.(\d+)\z/ then { type: 'string', minLength: $1.to_i, maxLength: $2.to_i }
        when 'int' then { type: 'integer' }
        when /\Aint:(\d+)\.\.(\d+)\z/ then { type: 'integer', minimum: $1.to_i, maximum: $2.to_i }
        when 'num' then { type: 'number' }
        when /\Anum:([\d.]+?)\.\.([\d.]+)\z/ then { type: 'number', minimum: $1.to_f, maximum: $2.to_f }
        when 'bool' then { type: 'boolean' }
        when 'obj' then { type: 'object', additionalProperties: true }
        when 'any' then {}
        when /\A\[(.+)\]\z/ then { type: 'array', items: t($1) }
        when /\Aenum:(.+)\z/ then { type: 'string', enum: $1.split(',') }
        when /\A[A-Z]/ then { '$ref': "#/components/schemas/#{s}" }
        else raise "shape #{s}"
        end
    return h unless nullable
    return { anyOf: [h, { type: 'null' }] } unless h[:type] && !h[:enum]
    return h.merge(enum: h[:enum] + [nil], type: ['string', 'null']) if h[:enum]
    h.merge(type: [h[:type], 'null'])
  end

  def self.rec(name, fields)
    ALL[name] = { type: 'object', properties: fields.transform_values { |v| t(v) }, required: fields.keys.map(&:to_s) }
  end

  def self.req(name, fields, required = [])
    ALL[name] = { type: 'object', properties: fields.transform_values { |v| t(v) }, required: required.map(&:to_s) }
    ALL[name].delete(:required) if required.empty?
  end

  def self.list(name, of, extra = {}) = rec(name, { records: "[#{of}]", paging: 'Paging' }.merge(extra))

  def self.time(v)
    m = /\A(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s*([Zz]|[-+]\d\d:?\d\d)?\z/.match(v) or return nil
    return nil unless Date.valid_date?(m[1].to_i, m[2].to_i, m[3].to_i) && m[4].to_i < 24 && m[5].to_i < 60 && m[6].to_i < 60
    off = m[8].nil? || m[8].upcase == 'Z' ? '+00:00' : m[8].sub(/\A(...)(\d\d)\z/, '\1:\2')
    Time.new(m[1].to_i, m[2].to_i, m[3].to_i, m[4].to_i, m[5].to_i, m[6].to_i + (m[7] ? "0#{m[7]}".to_r : 0), off).utc.strftime('%Y-%m-%dT%H:%M:%S.%6NZ')
  rescue ArgumentError
    nil
  end

  def self.clean?(v)
    case v
    when String then v.valid_encoding? && !v.include?("\0")
    when Array then v.all? { |x| clean?(x) }
    when Hash then v.all? { |k, x| clean?(k) && clean?(x) }
    when Integer then v.abs < 2**62
    when Float then v.finite?
    else true
    end
  end

  TYPES = { 'string' => String, 'integer' => Integer, 'number' => Numeric, 'object' => Hash, 'array' => Array, 'null' => NilClass }.freeze

  def self.type?(v, t) = t == 'boolean' ? v == true || v == false : v.is_a?(TYPES[t])

  def self.check(v, s, loc)
    s = ALL.fetch(s[:$ref].split('/').last) if s[:$ref]
    if s[:anyOf]
      return [] if s[:anyOf].any? { |x| check(v, x, loc).empty? }
      return check(v, s[:anyOf][0], loc)
    end
    types = Array(s[:type])
    if types.any? && types.none? { |t| type?(v, t) }
      return [err(loc, "must be #{types.join(' or ')}", "#{types[0]}_type")]
    end
    out = []
    out << err(loc, "must be one of #{s[:enum].compact.join(', ')}", 'enum') if s[:enum] && !s[:enum].include?(v)
    case v
    when String
      out << err(loc, "must have at least #{s[:minLength]} characters", 'string_too_short') if s[:minLength] && v.length < s[:minLength]
      out << err(loc, "must have at most #{s[:maxLength]} characters", 'string_too_long') if s[:maxLength] && v.length > s[:maxLength]
      out << err(loc, 'must match the pattern', 'string_pattern') if s[:pattern] && !v.match?(Regexp.new(s[:pattern]))
      good = case s[:format]
             when 'uuid' then v.match?(UUID)
             when 'uri' then v.match?(%r{\A[a-z][a-z0-9+.-]*://\S+\z}i)
             when 'email' then v.match?(/\A[^@\s]+@[^@\s]+\z/)
             when 'date-time' then !time(v).nil?
             else true
             end
      out << err(loc, "must be a #{s[:format]}", "#{s[:format]}_parsing") unless good
    when Numeric
      out << err(loc, "must be at least #{s[:minimum]}", 'greater_than_equal') if s[:minimum] && v < s[:minimum]
      out << err(loc, "must be at most #{s[:maximum]}", 'less_than_equal') if s[:maximum] && v > s[:maximum]
    when Array
      out << err(loc, 'has too many items', 'too_long') if s[:maxItems] && v.size > s[:maxItems]
      v.each_with_index { |x, i| out.concat(check(x, s[:items], loc + [i])) } if s[:items]
    when Hash
      (s[:required] || []).each { |k| out << err(loc + [k], "#{k} is required", 'missing') unless v.key?(k) }
      (s[:properties] || {}).each { |k, x| out.concat(check(v[k.to_s], x, loc + [k.to_s])) if v.key?(k.to_s) }
    end
    out
  end

  def self.err(loc, msg, type) = { loc: loc, msg: "#{loc.last} #{msg}".sub(/\A(\S+) \1 /, '\1 '), type: type }

  rec 'Paging', next: 'str?', count: 'int'
  rec 'ErrorInfo', type: 'str', message: 'str', param: 'str?'
  rec 'Error', error: 'ErrorInfo'
  rec 'ValidationDetail', loc: { type: 'array', items: { type: %w[string integer] } }, msg: 'str', type: 'str'
  rec 'HTTPValidationError', error: 'ErrorInfo', detail: '[ValidationDetail]'

  # Workers API
  req 'StartRunRequest', { message: 'str' }, [:message]
  req 'ContinueRunRequest', { message: 'str' }, [:message]
  rec 'Message', role: 'enum:user,assistant', content: 'str'

  # runs and logs
  rec 'AgentRunView', id: 'uuid', run_id: 'uuid', agent_id: 'uuid', source: 'enum:api,dashboard,schedule', state: 'enum:idle,running',
                      job_id: 'str?', message_count: 'int', messages: '[Message]', created_at: 'time', updated_at: 'time'
  list 'AgentRunViewListResponse', 'AgentRunView'
  rec 'AgentRunLog', id: 'str', run_id: 'uuid', agent_id: 'uuid', event: 'str', detail: 'obj?', created_at: 'time'
  rec 'McpServerLog', id: 'str', run_id: 'uuid', server: 'str', tool_name: 'str', input: 'obj', output: 'obj', status: 'enum:succeeded,failed', created_at: 'time'
  rec 'ToolExecutionLog', id: 'int', log_id: 'int', tool_id: 'str', tool_name: 'str', service_id: 'str', service_id_namespace: 'str',
                          status: 'enum:succeeded,failed', input: 'obj', output: 'any', error: 'str?', duration_ms: 'int', created_at: 'time'
  list 'ToolExecutionLogsResponse', 'ToolExecutionLog'

  # agents
  agent = { name: 'str:0..200?', description: 'str:0..4000?', visibility: 'enum:public,private', vanity_slug: 'str:0..60?', upsell_description: 'str:0..4000?',
            price_cents: 'int:1..10000000?', metadata: 'obj?' }
  rec 'AgentModel', { id: 'uuid', agent_id: 'uuid', chat_id: 'uuid', owner_id: 'uuid', name: 'str?', description: 'str?', chat_prompt: 'str', visibility: 'enum:public,private',
                      vanity_slug: 'str?', upsell_description: 'str?', price_cents: 'int?', is_paid: 'bool', metadata: 'obj', cloned_from: 'uuid?',
                      feedback_up: 'int', feedback_down: 'int', created_at: 'time', updated_at: 'time' }
  req 'AgentRequest', { agent_id: 'uuid?', chat_prompt: 'str:0..20000?' }.merge(agent)
  req 'AgentRequestPartial', { chat_prompt: 'str:0..20000' }.merge(agent)
  req 'SlugRequest', { name: 'str:1..200' }, [:name]
  rec 'Slug', slug: 'str'
  rec 'SlugAvailability', slug: 'str', available: 'bool'
  rec 'VibeCoderPromptResponse', agent_id: 'uuid', service_name: 'str', prompt: 'str', url: 'str'
  rec 'VibeCoder', id: 'str', service_name: 'str', title: 'str', url: 'str'
  list 'VibeCoderListResponse', 'VibeCoder'
  rec 'AgentThemePreferenceResponse', id: 'uuid', agent_id: 'uuid', theme_color: 'str', created_at: 'time', updated_at: 'time'
  req 'AgentThemePreferenceUpsertRequest', { theme_color: 'str' }, [:theme_color]
  pos = 'int:0..1000000'
  rec 'AgentFileResponse', id: 'uuid', file_id: 'uuid', agent_id: 'uuid', name: 'str', content: 'str', mime_type: 'str', size: 'int', position: 'int', created_at: 'time', updated_at: 'time'
  list 'AgentFileListResponse', 'AgentFileResponse'
  req 'AgentFileCreateRequest', { name: 'str:0..255', content: 'str:0..200000?', mime_type: 'str:0..100?', position: "#{pos}?" }, [:name]
  req 'AgentFileUpdateRequest', { name: 'str:1..255', content: 'str:0..200000', mime_type: 'str:1..100', position: pos }
  req 'FilePosition', { file_id: 'uuid', position: pos }, %i[file_id position]
  req 'AgentFileBatchPositionRequest', { positions: '[FilePosition]' }, [:positions]
  rec 'SocialPreview', id: 'uuid', chat_id: 'uuid', title: 'str', description: 'str?', url: 'str', image_url: 'str?'
  req 'UserFeedbackRequest', { rating: 'enum:up,down', comment: 'str:0..4000?' }, [:rating]

  # studio
  rec 'AgentStudioChat', id: 'str', run_id: 'str', owner_id: 'uuid', title: 'str?', agent_id: 'uuid?', visibility: 'enum:public,private', metadata: 'obj',
                         cloned_from: 'str?', created_at: 'time', updated_at: 'time', deleted_at: 'time?'
  studio = { title: 'str:0..300?', agent_id: 'uuid?', visibility: 'enum:public,private', metadata: 'obj?' }
  req 'AgentStudioChatCreate', { run_id: 'str:1..100?' }.merge(studio)
  req 'AgentStudioChatUpdate', studio

  # money
  req 'AgentSubscribeRequest', { success_url: 'url?', cancel_url: 'url?' }
  sub = { id: 'str', agent_id: 'uuid', status: 'enum:active,canceled', price_cents: 'int', currency: 'str', created_at: 'time', canceled_at: 'time?' }
  rec 'AgentSubscriptionResponse', sub
  rec 'AgentSubscribeResponse', sub.merge(checkout_session_id: 'str', checkout_url: 'str')
  list 'AgentSubscriptionListResponse', 'AgentSubscriptionResponse'
  hid = { id: 'int', api_key_id: 'int', name: 'str', is_default: 'bool', created_at: 'time' }
  rec 'ApiKeyHidden', hid
  rec 'ApiKey', hid.merge(key: 'str')
  req 'ApiKeyCreate', { name: 'str:1..100?', is_default: 'bool?' }
  rec 'BillingInformationSubscription', id: 'str', plan: 'str', status: 'enum:active,none', price_cents: 'int', currency: 'str', renews_at: 'time?', payment_method: 'str?'
  rec 'AgentExecutionCredits', id: 'str', balance: 'int', used: 'int', updated_at: 'time'
  req 'WebhookEvent', { id: 'str:1..200', type: 'str:1..100', data: 'obj?' }, %i[id type]
  rec 'PaymentWebhookResponseSuccess', received: 'bool', event_id: 'str', type: 'str', duplicate: 'bool'
  req 'PaymentSessionRequest', { credits: 'int:1..100000?', success_url: 'url?', cancel_url: 'url?' }
  rec 'PaymentSessionResponse', id: 'str', url: 'str', credits: 'int', amount_cents: 'int', currency: 'str', status: 'enum:open,paid', created_at: 'time'
  rec 'MonetizationSummary', period: 'int', from: 'date', to: 'date', total_subscribers: 'int', total_earnings: 'int', currency: 'str'
  rec 'DailySubscribers', date: 'date', subscribers: 'int'
  rec 'DailyEarnings', date: 'date', earnings: 'int'
  list 'MonetizationSubscribersResponse', 'DailySubscribers', period: 'int', total_subscribers: 'int'
  list 'MonetizationEarningsResponse', 'DailyEarnings', period: 'int', total_earnings: 'int', currency: 'str'

  # bundles
  bt = { id: 'str', bundle_id: 'int', tool_id: 'str', added_at: 'time' }
  req 'UserBundleTool', bt.merge(tool_id: 'str:1..200'), [:tool_id] # the same shape goes in and comes out
  row = { id: 'int', bundle_id: 'int', name: 'str', description: 'str?', created_at: 'time', updated_at: 'time' }
  rec 'UserBundleRow', row
  rec 'UserBundle', row.merge(tools: '[UserBundleTool]')
  rec 'UserBundleSimplified', id: 'int', bundle_id: 'int', name: 'str', tool_count: 'int'
  req 'UserBundleRequest', { name: 'str:1..200', description: 'str:0..2000?', tools: '[str]?' }, [:name]

  # cli, schedules
  rec 'CliAuthModel', id: 'uuid', cli_auth_id: 'uuid', jwt: 'str?', status: 'enum:pending,attached,consumed', created_at: 'time', expires_at: 'time'
  req 'CliAuthInsertModel', { jwt: 'str:1..8000' }, [:jwt]
  rec 'Schedule', id: 'uuid', schedule_id: 'uuid', chat_id: 'uuid', cron: 'str', message: 'str?', enabled: 'bool', next_run_at: 'time?', last_run_at: 'time?', created_at: 'time', updated_at: 'time'
  list 'ScheduleListResponse', 'Schedule'
  req 'ScheduleRequest', { chat_id: 'any', cron: 'str:1..200', message: 'str:0..4000?', enabled: 'bool?' }, [:cron]
  req 'ScheduleUpdateRequest', { chat_id: 'any', cron: 'str:1..200', message: 'str:0..4000?', enabled: 'bool' }
  rec 'ScheduleSuggestion', id: 'str', title: 'str', cron: 'str', message: 'str'
  rec 'ScheduleOnboarding', has_schedules: 'bool', suggestions: '[ScheduleSuggestion]'
  rec 'CronText', cron: 'str', text: 'str', next_run_at: 'time?'

  # tools
  rec 'Tool', id: 'str', name: 'str', description: 'str', inputSchema: 'obj', toolset_name: 'str', score: 'num?'
  rec 'PublicTool', id: 'str', tool_id: 'str', name: 'str', description: 'str', toolset_name: 'str', input_schema: 'obj', needs_connection: 'bool'
  rec 'ToolContent', type: 'enum:text', text: 'str'
  rec 'ToolResult', id: 'int', log_id: 'int', tool_name: 'str', status: 'enum:succeeded,failed', is_error: 'bool', content: '[ToolContent]', output: 'any', service_id: 'str', service_id_namespace: 'str'
  rec 'ToolSet', id: 'str', toolset_name: 'str', title: 'str', description: 'str', tools: '[str]'
  rec 'ToolSetWithTools', id: 'str', toolset_name: 'str', title: 'str', description: 'str', tools: '[Tool]'
  rec 'UserTool', id: 'str', tool_id: 'str', name: 'str', description: 'str', toolset_name: 'str', input_schema: 'obj', installed_at: 'time'
  rec 'UserInstalledTool', id: 'str', tool_id: 'str', user_id: 'uuid', installed_at: 'time'
  req 'UserInstallToolRequest', { tool_id: 'str:1..200' }, [:tool_id]

  # user
  rec 'UserWithTier', id: 'uuid', email: 'str', name: 'str', tier: 'enum:sandbox,free,pro', created_at: 'time'
  rec 'VipCodeRedemptionCount', count: 'int', own_code: 'str?', own_code_redemptions: 'int'
  req 'VipCodeRequest', { code: 'str:1..100' }, [:code]
  rec 'VipCodeRedeemed', id: 'str', code: 'str', count: 'int', redeemed_at: 'time'
end
