# frozen_string_literal: true
module App
  JSON_TYPE = { 'Content-Type' => 'application/json' }.freeze
  module_function

  def error(e, extra = {})
    h = { error: { type: e.type, message: e.message, param: e.param } }
    h[:detail] = e.detail if e.detail
    extra = extra.merge('WWW-Authenticate' => 'Bearer') if e.status == 401
    s = JSON.generate(h)
    [e.status, JSON_TYPE.merge('Content-Length' => s.bytesize.to_s).merge(extra), [s]]
  end

  def respond(v)
    if v.is_a?(Resp)
      return [v.status, v.headers, v.body] if v.headers
      return [204, {}, []] if v.status == 204
      status = v.status
      v = v.body
    end
    s = JSON.generate(v)
    [status || 200, JSON_TYPE.merge('Content-Length' => s.bytesize.to_s), [s]]
  end

  def call(env)
    catch(:halt) { route(Req.new(env)) }
  rescue ApiError => e
    error(e)
  rescue StandardError => e
    warn "#{e.class}: #{e.message}\n  #{e.backtrace.first(6).join("\n  ")}"
    error(ApiError.new(500, 'internal', 'Something went wrong'))
  end

  def route(r)
    r.get('openapi.json') { Operations.document }
    r.get('health') { { status: 'ok' } }
    r.on('agents') { workers(r) }
    r.on('me') { me(r) }
    r.missing!
  end

  def workers(r)
    r.on('ndjson') do
      r.post(String) { |a| Workers.chat(r, a, nil, true) }
      r.put(String, String) { |a, id| Workers.chat(r, a, id, true) }
    end
    r.post(String) { |a| Workers.chat(r, a, nil, false) }
    r.put(String, String) { |a, id| Workers.chat(r, a, id, false) }
    r.get(String, String) { |a, id| Workers.read(r, a, id) }
  end

  def cursor(r)
    default = fault?('runs-default-twenty') ? 20 : 30
    [r.q('limit', 'int:1..200', default), r.q('next_cursor', 'time?')]
  end

  def me(r)
    r.get { Account.me(r.user) }
    r.get('') { Account.me(r.user) }
    %i[runs_and_studio agents chats account bundles cli schedules tools].each { |m| send(m, r) }
  end

  def runs_and_studio(r)
    r.on('agent-runs') do
      r.get { u = r.user; Account.runs(u, *cursor(r)) }
      r.get(String) { |id| u = r.user; Account.run(u, r.uuid!(id, 'run_id')) }
      r.get(String, 'mcp-server-logs') { |id| u = r.user; Account.mcp_logs(u, r.uuid!(id, 'run_id')) }
      r.get(String, 'logs') { |id| u = r.user; Account.run_logs(u, r.uuid!(id, 'run_id')) }
    end
    r.on('executions') do
      r.get { u = r.user; Account.executions(u, *cursor(r)) }
      r.get(String) { |id| u = r.user; Account.execution(u, r.int!(id, 'log_id')) }
    end
    r.on('agent-studio-chats') do
      r.get { Agents.studio_list(r.user) }
      r.post { u = r.user; Agents.studio_create(u, r.body('AgentStudioChatCreate')) }
      r.get(String) { |id| Agents.studio_read(id, r.viewer) }
      r.put(String) { |id| u = r.user; b = r.body('AgentStudioChatCreate'); Agents.studio_change(u, id, Agents::STUDIO.merge(b)) }
      r.patch(String) do |id|
        u = r.user
        b = r.body('AgentStudioChatUpdate')
        b = Agents::STUDIO.slice('title', 'metadata').merge(b) if fault?('studio-patch-clears-rest')
        Agents.studio_change(u, id, b)
      end
      r.delete(String) { |id| Agents.studio_remove(r.user, id) }
      r.post(String, 'clone') { |id| Agents.studio_clone(r.user, id) }
    end
  end

  def agents(r)
    r.on('vibe') { r.get('services') { Account.wrap(Agents::SERVICES.map { |n, u| { id: n, service_name: n, title: n.capitalize, url: u } }) } }
    r.on('agents') do
      r.get { Agents.list(r.user) }
      r.post { u = r.user; Agents.upsert(u, r.body('AgentRequest')) }
      r.on('vanity') do
        r.post('slug') { Agents.new_slug(r.body('SlugRequest')) }
        r.get('slug') { r.user; Agents.slug_state(r.q('slug', 'str:1..200')) }
      end
      r.get(String) { |id| Agents.model(Agents.readable!(id, r.viewer)) }
      r.post(String, 'subscribe') { |id| u = r.user; r.body('AgentSubscribeRequest', optional: true); Account.subscribe(u, id) }
      r.post(String, 'unsubscribe') { |id| Account.unsubscribe(r.user, id) }
      r.post(String, 'upsell-description') { |id| Agents.upsell(r.user, id) }
      r.get(String, 'vibe') { |id| u = r.user; Agents.vibe(u, id, r.q('service_name', 'str')) }
      r.get(String, 'customizations', 'theme') { |id| u = r.user; Agents.read_theme(u, r.uuid!(id, 'agent_id')) }
      r.put(String, 'customizations', 'theme') { |id| u = r.user; id = r.uuid!(id, 'agent_id'); Agents.write_theme(u, id, r.body('AgentThemePreferenceUpsertRequest')) }
      own = ->(id) { u = r.user; Agents.own!(r.uuid!(id, 'agent_id'), u) }
      fid = ->(id) { r.uuid!(id, 'file_id') }
      r.get(String, 'files') { |id| Agents.files(own[id]) }
      r.post(String, 'files') { |id| r.user; b = r.body('AgentFileCreateRequest'); Agents.add_file(own[id], b) }
      r.put(String, 'files', 'positions') { |id| r.user; b = r.body('AgentFileBatchPositionRequest'); Agents.order_files(own[id], b) }
      r.get(String, 'files', String) { |id, f| r.user; f = fid[f]; Agents.file(Agents.file!(own[id], f)) }
      r.patch(String, 'files', String) do |id, f|
        u = r.user
        f = fid[f]
        b = r.body('AgentFileUpdateRequest')
        a = fault?('file-patch-by-anyone') ? Agents.readable!(r.uuid!(id, 'agent_id'), u) : own[id]
        Agents.change_file(a, f, b)
      end
      r.delete(String, 'files', String) { |id, f| r.user; f = fid[f]; Agents.remove_file(own[id], f) }
    end
  end

  def chats(r)
    r.on('chats') do
      r.get { Agents.list(r.user) }
      r.post { u = r.user; Agents.create(u, r.body('AgentRequest')) }
      r.get(String) { |id| Agents.model(Agents.readable!(id, r.viewer, 'chat_id')) }
      r.put(String) { |id| u = r.user; Agents.replace(u, id, r.body('AgentRequest')) }
      r.patch(String) { |id| u = r.user; Agents.change(u, id, r.body('AgentRequestPartial'), sandbox_check: !fault?('sandbox-private-by-patch')) }
      r.delete(String) { |id| Agents.remove(r.user, id) }
      r.get(String, 'og') { |id| Agents.og(r.uuid!(id, 'chat_id')) }
      r.post(String, 'clone') { |id| u = r.user; id = r.uuid!(id, 'chat_id'); Agents.clone(u, id, r.body('AgentRequestPartial', optional: true)) }
      r.post(String, 'feedback') { |id| u = r.user; Agents.feedback(u, id, r.body('UserFeedbackRequest')) }
      r.post(String, 'runs') { |id| u = r.user; Account.start_run(u, r.uuid!(id, 'chat_id')) }
    end
  end

  def account(r)
    r.get('subscriptions') { Account.subscriptions(r.user) }
    r.get('subscriptions', String) { |id| Account.subscription(r.user, id) }
    r.on('api-keys') do
      r.get { Account.keys(r.user) }
      r.post { u = r.user; Account.new_key(u, r.body('ApiKeyCreate')) }
      r.get('default') { Account.default_key(r.user) }
      r.get(String) { |id| u = r.user; Account.full(Account.key!(u, r.int!(id, 'api_key_id'))) }
      r.delete(String) { |id| u = r.user; Account.drop_key(u, r.int!(id, 'api_key_id')) }
    end
    r.get('billing') { Account.billing(r.user) }
    r.get('credits') { Account.credit(Account.credits!(r.user)) }
    r.post('credits', 'use') { Account.use_credit(r.user) }
    r.post('payments', 'webhook') { Account.webhook(r) }
    r.post('payments', 'sessions') { u = r.user; Account.pay_session(u, r.body('PaymentSessionRequest', optional: true)) }
    r.on('monetization') do
      period = -> { r.q('period', 'int:1..365', 28) }
      r.get('summary') { u = r.user; Account.summary(u, period.call) }
      r.get('subscribers') { u = r.user; Account.daily(u, period.call, :subscribers) }
      r.get('earnings') { u = r.user; Account.daily(u, period.call, :earnings) }
    end
    r.get('vip') { Account.vip(r.user) }
    r.post('vip') { u = r.user; Account.redeem(u, r.body('VipCodeRequest')['code']) }
  end

  def bundles(r)
    r.on('bundles') do
      id = ->(s) { r.int!(s, 'bundle_id') }
      r.get { Account.bundles(r.user) }
      r.post { Account.new_bundle(r.user) }
      r.get(String) { |b| u = r.user; Account.bundle(Account.bundle!(u, id[b])) }
      r.put(String) { |b| u = r.user; b = id[b]; Account.change_bundle(u, b, r.body('UserBundleRequest')) }
      r.delete(String) { |b| u = r.user; Account.drop_bundle(u, id[b]) }
      r.get(String, 'tools') { |b| u = r.user; Account.bundle_tools(u, id[b]) }
      r.post(String, 'tools') { |b| u = r.user; b = id[b]; Account.add_tool(u, b, r.body('UserBundleTool')['tool_id']) }
      r.delete(String, 'tools', String) { |b, t| u = r.user; Account.drop_tool(u, id[b], t) }
    end
  end

  def cli(r)
    r.on('cli-auth') do
      r.post { Account.new_cli }
      r.put(String) { |id| u = r.user; id = r.uuid!(id, 'cli_auth_id'); Account.attach_cli(u, id, r.body('CliAuthInsertModel')) }
      r.get(String) { |id| Account.read_cli(r.uuid!(id, 'auth_id')) }
    end
  end

  def schedules(r)
    r.on('schedules') do
      id = ->(s) { r.uuid!(s, 'schedule_id') }
      r.get { Schedules.list(r.user) }
      r.post { u = r.user; Schedules.create(u, r.body('ScheduleRequest')) }
      r.get('onboarding') { Schedules.onboarding(r.user) }
      r.get('text-to-cron') { r.user; Schedules.text(r.q('cron', 'str')) }
      r.get(String) { |s| u = r.user; Schedules.show(Schedules.find!(u, id[s])) }
      r.put(String) { |s| u = r.user; s = id[s]; Schedules.change(u, s, r.body('ScheduleUpdateRequest')) }
      r.delete(String) { |s| u = r.user; Schedules.remove(u, id[s]) }
    end
  end

  def tools(r)
    r.on('tools') do
      r.get { Tools.all.map { |t| Tools.public_tool(t) } }
      r.get('list') { r.user; Tools.all.map { |t| Tools.mcp(t) } }
      r.get('search') do
        r.user
        Tools.search(r.q('q', 'str:1..500'), r.q('toolkit', 'str?'), r.q('limit', 'int:1..200', 20), r.q('min_score', 'num:0..1', 0.15))
      end
      r.post('run', String) { |n| u = r.user; Tools.run(u, n, r.json_body, r.q('service_id', 'str', 'default'), r.q('service_id_namespace', 'str', 'global')) }
      r.get(String) { |n| t = Tools::CATALOG[n] or fail!(404, 'There is no such tool', 'tool_id'); Tools.public_tool(t) }
    end
    r.on('toolsets') do
      r.get('list') { r.user; Tools::SETS.keys.map { |n| Tools.toolset(n, Tools.all.select { |t| t[:toolset_name] == n }.map { |t| t[:name] }) } }
      r.get(String) do |n|
        r.user
        Tools::SETS.key?(n) or fail!(404, 'There is no such toolset', 'toolset_name')
        Tools.toolset(n, Tools.all.select { |t| t[:toolset_name] == n }.map { |t| Tools.mcp(t) })
      end
    end
    r.on('user-tools') do
      r.get { u = r.user; DB[:user_tools].where(user_id: u[:id]).order(:installed_at).all.map { |t| Tools.user_tool(t) } }
      r.post { u = r.user; Tools.install(u, r.body('UserInstallToolRequest')['tool_id']) }
      r.get(String) { |id| u = r.user; Tools.user_tool(DB[:user_tools].first(user_id: u[:id], tool_id: id) || fail!(404, 'This tool is not installed', 'tool_id')) }
      r.delete(String) { |id| Tools.uninstall(r.user, id) }
    end
  end
end
