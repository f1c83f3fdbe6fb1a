# frozen_string_literal: true
module Account
  WEBHOOK_SECRET = 'whsec_sumac_2026_harbour'
  WEBHOOK_HEADER = 'x-payment-signature'
  module_function

  def wrap(list, nxt = nil, count = list.size) = { records: list, paging: { next: nxt, count: count } }

  # Newest first, older than the cursor.
  def page(ds, limit, cursor, count)
    if cursor
      ds = fault?('runs-cursor-repeats-last') ? ds.where { created_at <= cursor } : ds.where { created_at < cursor }
    end
    rows = ds.reverse(:created_at).limit(limit + 1).all
    more = rows.size > limit
    rows = rows.first(limit)
    wrap(rows.map { |r| yield r }, more ? rows.last[:created_at] : nil, count)
  end

  # --- runs
  def run_view(r)
    msgs = DB[:messages].where(run_id: r[:id]).order(:seq).all.map { |m| { role: m[:role], content: m[:content] } }
    { id: r[:id], run_id: r[:id], agent_id: r[:agent_id], source: r[:source], state: r[:job_id] ? 'running' : 'idle', job_id: r[:job_id], message_count: msgs.size, messages: msgs,
      created_at: r[:created_at], updated_at: r[:updated_at] }
  end

  def runs(user, limit, cursor)
    ds = DB[:runs].where(user_id: user[:id])
    page(ds, limit, cursor, ds.count) { |r| run_view(r) }
  end

  def run(user, id) = run_view(DB[:runs].first(id: id, user_id: user[:id]) || fail!(404, 'There is no such run', 'run_id'))

  def run_log(l) = { id: l[:id], run_id: l[:run_id], agent_id: l[:agent_id], event: l[:event], detail: l[:detail] && JSON.parse(l[:detail]), created_at: l[:created_at] }

  def run_logs(user, id) = DB[:run_logs].where(run_id: id, user_id: user[:id]).order(:created_at).all.map { |l| run_log(l) }

  def mcp_logs(user, id)
    ds = DB[:mcp_logs].where(run_id: id)
    ds = ds.where(user_id: user[:id]) unless fault?('mcp-logs-of-anyone')
    ds.order(:created_at).all.map do |l|
      { id: l[:id], run_id: l[:run_id], server: l[:server], tool_name: l[:tool_name], input: JSON.parse(l[:input]), output: JSON.parse(l[:output]), status: l[:status], created_at: l[:created_at] }
    end
  end

  def start_run(user, chat_id)
    a = Agents.readable!(chat_id, user, 'chat_id')
    tx do
      r = Workers.new_run(a[:id], user[:id], 'dashboard')
      Workers.log(r, 'run_started', { source: 'dashboard' })
      run_log(DB[:run_logs].first(run_id: r[:id]))
    end
  end

  def executions(user, limit, cursor)
    mine = DB[:executions].where(user_id: user[:id])
    if fault?('executions-limit-before-owner')
      ds = DB[:executions]
      ds = ds.where { created_at < cursor } if cursor
      rows = ds.reverse(:created_at).limit(limit).all
      return wrap(rows.select { |r| r[:user_id] == user[:id] }.map { |r| Tools.execution(r) }, rows.size == limit ? rows.last[:created_at] : nil, mine.count)
    end
    page(mine, limit, cursor, mine.count) { |r| Tools.execution(r) }
  end

  def execution(user, id)
    Tools.execution(DB[:executions].first(id: id, user_id: user[:id]) || fail!(404, 'There is no such log', 'log_id'))
  end

  # --- subscriptions
  def sub(s) = { id: s[:id], agent_id: s[:agent_id], status: s[:status], price_cents: s[:price_cents], currency: 'usd', created_at: s[:created_at], canceled_at: s[:canceled_at] }

  def subscribe(user, id)
    a = Agents.find!(id)
    fail!(404, 'There is no such agent', 'agent_id') if a[:visibility] == 'private' && a[:user_id] != user[:id]
    fail!(400, 'You own this agent', 'agent_id') if a[:user_id] == user[:id]
    fail!(400, 'This agent is not paid', 'agent_id') unless a[:price_cents]
    check = lambda do
      old = DB[:subscriptions].first(user_id: user[:id], agent_id: a[:id])
      fail!(402, 'You are subscribed already', 'agent_id') if old && old[:status] == 'active'
      old
    end
    if fault?('subscribe-twice-at-once')
      check.call
      sleep 0.08
    end
    tx do
      old = fault?('subscribe-twice-at-once') ? DB[:subscriptions].first(user_id: user[:id], agent_id: a[:id]) : check.call
      row = { id: old ? old[:id] : nano, user_id: user[:id], agent_id: a[:id], status: 'active', price_cents: a[:price_cents], checkout_session_id: "cs_#{nano}", provider_id: "ps_#{nano}",
              created_at: Clock.now, canceled_at: nil }
      old ? DB[:subscriptions].where(id: old[:id]).update(row) : DB[:subscriptions].insert(row)
      DB[:charges].insert(id: nano, owner_id: a[:user_id], user_id: user[:id], agent_id: a[:id], amount_cents: a[:price_cents], created_at: Clock.now)
      sub(row).merge(checkout_session_id: row[:checkout_session_id], checkout_url: "https://pay.sumac.example/#{row[:checkout_session_id]}")
    end
  end

  def unsubscribe(user, id)
    tx do
      a = Agents.find!(id)
      s = DB[:subscriptions].first(user_id: user[:id], agent_id: a[:id])
      fail!(404, 'There is no such agent', 'agent_id') if s.nil? && a[:visibility] == 'private' && a[:user_id] != user[:id]
      fail!(400, 'There is no active subscription', 'agent_id') unless s && s[:status] == 'active'
      fail!(400, 'The payment provider does not know this subscription', 'agent_id') unless s[:provider_id]
      at = Clock.now
      ds = DB[:subscriptions].where(user_id: user[:id], status: 'active')
      ds = ds.where(id: s[:id]) unless fault?('unsubscribe-from-everything')
      ds.update(status: 'canceled', canceled_at: at)
      sub(s.merge(status: 'canceled', canceled_at: at))
    end
  end

  def subscriptions(user) = wrap(DB[:subscriptions].where(user_id: user[:id]).reverse(:created_at).all.map { |s| sub(s) })

  def subscription(user, id)
    s = DB[:subscriptions].first(user_id: user[:id], agent_id: id.downcase) or fail!(404, 'There is no such subscription', 'agent_id')
    sub(s)
  end

  # --- API keys
  def hidden(k) = { id: k[:id], api_key_id: k[:id], name: k[:name], is_default: k[:is_default], created_at: k[:created_at] }
  def full(k) = hidden(k).merge(key: k[:key])

  def keys(user)
    DB[:api_keys].where(user_id: user[:id]).order(:id).all.map { |k| fault?('key-list-tells-keys') ? full(k) : hidden(k) }
  end

  def key!(user, id) = DB[:api_keys].first(id: id, user_id: user[:id]) || fail!(404, 'There is no such API key', 'api_key_id')

  def new_key(user, b)
    tx do
      DB[:api_keys].where(user_id: user[:id]).update(is_default: false) if b['is_default']
      row = { user_id: user[:id], name: b['name'] || 'API key', key: "sk_sumac_#{SecureRandom.alphanumeric(32)}", is_default: b['is_default'] == true, created_at: Clock.now }
      full(row.merge(id: DB[:api_keys].insert(row)))
    end
  end

  def default_key(user)
    tx do
      k = DB[:api_keys].first(user_id: user[:id], is_default: true)
      k ? full(k) : new_key(user, { 'name' => 'default', 'is_default' => true })
    end
  end

  def drop_key(user, id)
    tx do
      k = key!(user, id)
      DB[:api_keys].where(id: k[:id]).delete
      if k[:is_default] && (n = DB[:api_keys].where(user_id: user[:id]).order(:id).first)
        DB[:api_keys].where(id: n[:id]).update(is_default: true)
      end
      hidden(k)
    end
  end

  # --- billing and credits
  def billing(user)
    pro = user[:tier] == 'pro'
    { id: "bill_#{user[:id][0, 8]}", plan: user[:tier], status: pro ? 'active' : 'none', price_cents: pro ? 2000 : 0, currency: 'usd', renews_at: pro ? Clock.iso(Clock.micros / 86_400_000_000 * 86_400_000_000 + 30 * 86_400_000_000) : nil, payment_method: pro ? 'card' : nil }
  end

  def credit(c) = { id: "cr_#{c[:user_id][0, 8]}", balance: c[:balance], used: c[:used], updated_at: c[:updated_at] }
  def credits!(user) = DB[:credits].first(user_id: user[:id]) || fail!(404, 'You have no credits')

  def use_credit(user)
    if fault?('credit-use-loses-updates')
      c = credits!(user)
      sleep 0.02
      c = c.merge(balance: c[:balance] - 1, used: c[:used] + 1, updated_at: Clock.now)
      DB[:credits].where(user_id: user[:id]).update(c)
      return credit(c)
    end
    tx do
      c = credits!(user)
      fail!(404, 'No credits are left') if c[:balance] < 1
      ds = DB[:credits]
      ds = ds.where(user_id: user[:id]) unless fault?('credit-use-hits-everyone')
      ds.update(balance: Sequel[:balance] - 1, used: Sequel[:used] + 1, updated_at: Clock.now)
      credit(credits!(user))
    end
  end

  def webhook(req)
    sig = req.env['HTTP_X_PAYMENT_SIGNATURE'].to_s
    unless fault?('webhook-without-signature') && sig.empty?
      fail!(400, 'The signature is missing') if sig.empty?
      want = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', WEBHOOK_SECRET, req.raw)}"
      Rack::Utils.secure_compare(want, sig) or fail!(400, 'The signature is wrong')
    end
    b = begin
      req.json_body
    rescue ApiError
      fail!(400, 'The event can not be read')
    end
    fail!(400, 'This is no event') if Schemas.check(b, Schemas::ALL['WebhookEvent'], ['body']).any?
    tx do
      seen = DB[:webhook_events].first(id: b['id'])
      unless seen
        DB[:webhook_events].insert(id: b['id'], type: b['type'], created_at: Clock.now)
        s = b['type'] == 'checkout.completed' && DB[:payment_sessions].first(id: (b['data'] || {})['session_id'].to_s, status: 'open')
        if s
          DB[:payment_sessions].where(id: s[:id]).update(status: 'paid')
          if DB[:credits].where(user_id: s[:user_id]).update(balance: Sequel[:balance] + s[:credits], updated_at: Clock.now).zero?
            DB[:credits].insert(user_id: s[:user_id], balance: s[:credits], used: 0, updated_at: Clock.now)
          end
        end
      end
      { received: true, event_id: b['id'], type: b['type'], duplicate: !seen.nil? }
    end
  end

  def pay_session(user, b)
    n = b['credits'] || 100
    id = "pay_#{nano}"
    row = { id: id, user_id: user[:id], credits: n, amount_cents: n * 10, status: 'open', created_at: Clock.now }
    tx { DB[:payment_sessions].insert(row) }
    { id: id, url: "https://pay.sumac.example/#{id}", credits: n, amount_cents: row[:amount_cents], currency: 'usd', status: 'open', created_at: row[:created_at] }
  end

  # --- monetization: UTC days, today included
  def days(period)
    today = Time.now.utc.to_date
    ((today - (period - 1))..today).to_a.map(&:to_s)
  end

  def charges(user, period)
    ds = DB[:charges].where(owner_id: user[:id])
    ds = ds.where { created_at >= "#{Account.days(period).first}T00:00:00.000000Z" }
    ds.all.group_by { |c| c[:created_at][0, 10] }
  end

  def summary(user, period)
    d = days(period)
    all = charges(user, fault?('summary-counts-all-time') ? 36_500 : period).values.flatten
    { period: period, from: d.first, to: d.last, total_subscribers: all.size, total_earnings: all.sum { |c| c[:amount_cents] }, currency: 'usd' }
  end

  def daily(user, period, what)
    by = charges(user, period)
    list = days(period).map do |d|
      c = by[d] || []
      what == :subscribers ? { date: d, subscribers: c.size } : { date: d, earnings: c.sum { |x| x[:amount_cents] } }
    end
    total = list.sum { |x| x[what] }
    extra = what == :subscribers ? { total_subscribers: total } : { total_earnings: total, currency: 'usd' }
    wrap(list).merge(period: period, **extra)
  end

  # --- bundles
  def row(b) = { id: b[:id], bundle_id: b[:id], name: b[:name], description: b[:description], created_at: b[:created_at], updated_at: b[:updated_at] }
  def btool(t) = { id: t[:id], bundle_id: t[:bundle_id], tool_id: t[:tool_id], added_at: t[:added_at] }
  def btools(id) = DB[:bundle_tools].where(bundle_id: id).order(:added_at).all.map { |t| btool(t) }
  def bundle(b) = row(b).merge(tools: btools(b[:id]))
  def bundle!(user, id) = DB[:bundles].first(id: id, user_id: user[:id]) || fail!(404, 'There is no such bundle', 'bundle_id')

  def bundles(user)
    counts = DB[:bundle_tools].where(bundle_id: DB[:bundles].where(user_id: user[:id]).select(:id)).group_and_count(:bundle_id).as_hash(:bundle_id, :count)
    ds = DB[:bundles].where(user_id: user[:id])
    ds.order(:id).all.map { |b| { id: b[:id], bundle_id: b[:id], name: b[:name], tool_count: counts[b[:id]].to_i } }
  end

  def new_bundle(user)
    now = Clock.now
    r = { user_id: user[:id], name: 'Untitled bundle', description: nil, created_at: now, updated_at: now }
    tx { bundle(r.merge(id: DB[:bundles].insert(r))) }
  end

  def change_bundle(user, id, b)
    tx do
      old = DB[:bundles].first(id: id, user_id: user[:id]) or fail!(409, 'There is no such bundle to update', 'bundle_id')
      v = { name: b['name'], updated_at: Clock.now }
      v[:description] = b['description'] if b.key?('description')
      DB[:bundles].where(id: id).update(v)
      if b['tools']
        keep = b['tools'].uniq
        keep.each { |t| Tools::CATALOG.key?(t) or fail!(409, "There is no tool #{t}", 'tools') }
        have = DB[:bundle_tools].where(bundle_id: id).select_map(:tool_id)
        DB[:bundle_tools].where(bundle_id: id).delete unless fault?('bundle-put-only-adds')
        keep.each { |t| DB[:bundle_tools].insert(id: nano, bundle_id: id, tool_id: t, added_at: Clock.now) unless fault?('bundle-put-only-adds') && have.include?(t) }
      end
      bundle(old.merge(v))
    end
  end

  def drop_bundle(user, id)
    tx do
      b = bundle!(user, id)
      DB[:bundles].where(id: id).delete
      ds = DB[:bundle_tools]
      ds = ds.where(bundle_id: id) unless fault?('bundle-delete-empties-others')
      ds.delete
      row(b)
    end
  end

  def bundle_tools(user, id) = DB[:bundles].first(id: id, user_id: user[:id]) ? btools(id) : []

  def add_tool(user, id, tool)
    tx do
      bundle!(user, id)
      Tools::CATALOG.key?(tool) or fail!(404, 'There is no such tool', 'tool_id')
      t = DB[:bundle_tools].first(bundle_id: id, tool_id: tool)
      next btool(t) if t
      t = { id: nano, bundle_id: id, tool_id: tool, added_at: Clock.now }
      DB[:bundle_tools].insert(t)
      btool(t)
    end
  end

  def drop_tool(user, id, tool)
    tx do
      bundle!(user, id)
      t = DB[:bundle_tools].first(bundle_id: id, tool_id: tool)
      t ||= { id: nano, bundle_id: id, tool_id: tool, added_at: Clock.now } if fault?('bundle-tool-delete-always-works')
      t or fail!(404, 'This tool is not in the bundle', 'tool_id')
      DB[:bundle_tools].where(bundle_id: id, tool_id: tool).delete
      btool(t)
    end
  end

  # --- CLI auth
  def cli(c) = { id: c[:id], cli_auth_id: c[:id], jwt: c[:jwt], status: c[:status], created_at: c[:created_at], expires_at: c[:expires_at] }
  def cli!(id) = DB[:cli_auth].where(id: id).where { expires_at > Clock.now }.first || fail!(404, 'There is no such session', 'cli_auth_id')

  def new_cli
    c = { id: SecureRandom.uuid, user_id: nil, jwt: nil, status: 'pending', created_at: Clock.now, expires_at: Clock.iso(Clock.micros + 600_000_000) }
    tx { DB[:cli_auth].insert(c) }
    cli(c)
  end

  def attach_cli(user, id, b)
    tx do
      c = cli!(id)
      other = c[:user_id] && c[:user_id] != user[:id]
      fail!(403, 'Someone else has this session', 'cli_auth_id') if other && !fault?('cli-session-taken-over')
      fail!(403, 'This session is used up', 'cli_auth_id') if c[:status] == 'consumed'
      v = { user_id: user[:id], jwt: b['jwt'], status: 'attached' }
      DB[:cli_auth].where(id: id).update(v)
      cli(c.merge(v))
    end
  end

  def read_cli(id)
    tx do
      c = cli!(id)
      DB[:cli_auth].where(id: id).update(jwt: nil, status: 'consumed') if c[:jwt] && !fault?('cli-jwt-read-again')
      c[:jwt]
    end
  end

  # --- VIP
  def vip(user)
    mine = DB[:vip_codes].where(user_id: user[:id]).get(:code)
    { count: DB[:vip_redemptions].where(user_id: user[:id]).count, own_code: mine, own_code_redemptions: mine ? DB[:vip_redemptions].where(code: mine).count : 0 }
  end

  def redeem(user, code)
    if fault?('vip-redeemed-twice-at-once')
      fail!(400, 'You have redeemed this code', 'code') if DB[:vip_redemptions].first(code: code, user_id: user[:id])
      sleep 0.08
    end
    tx do
      c = DB[:vip_codes].first(code: code)
      c or fail!(400, 'This code is not known', 'code')
      fail!(400, 'This is your own code', 'code') if c[:user_id] == user[:id]
      fail!(400, 'You have redeemed this code', 'code') if !fault?('vip-redeemed-twice-at-once') && DB[:vip_redemptions].first(code: code, user_id: user[:id])
      r = { id: nano, code: code, user_id: user[:id], redeemed_at: Clock.now }
      DB[:vip_redemptions].insert(r)
      { id: r[:id], code: code, count: DB[:vip_redemptions].where(user_id: user[:id]).count, redeemed_at: r[:redeemed_at] }
    end
  end

  ME = {}
  def me(user)
    user = (ME[user[:tier]] ||= user) if fault?('me-remembered-per-tier')
    { id: user[:id], email: user[:email], name: user[:name], tier: user[:tier], created_at: user[:created_at] }
  end
end
