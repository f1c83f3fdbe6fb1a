# frozen_string_literal: true
DB = Sequel.connect("sqlite://#{File.join(ENV.fetch('SUMAC_DATA'), 'sumac.db')}", max_connections: 40, pool_timeout: 30, timeout: 10_000,
                    after_connect: proc { |c| c.execute('PRAGMA synchronous=OFF') })
DB.run 'PRAGMA journal_mode=WAL'
WRITER = Monitor.new

# One writer at a time; an ApiError raised inside rolls everything back.
def tx
  WRITER.synchronize { DB.transaction(mode: :immediate) { yield } }
end

DB.create_table(:users) { String :id, primary_key: true; String :email; String :name; String :tier; TrueClass :connected; String :created_at }
DB.create_table(:api_keys) { primary_key :id, auto_increment: true; String :user_id, index: true; String :name; String :key, unique: true; TrueClass :is_default; String :created_at }
DB.create_table(:agents) do
  String :id, primary_key: true; String :user_id, index: true; String :name; String :description, text: true; String :chat_prompt, text: true
  String :visibility; String :vanity_slug, unique: true; String :upsell_description, text: true; Integer :price_cents; String :metadata, text: true
  String :cloned_from; String :created_at; String :updated_at; String :deleted_at
end
DB.create_table(:feedback) { String :agent_id; String :user_id; String :rating; String :comment, text: true; String :created_at; primary_key [:agent_id, :user_id] }
DB.create_table(:themes) { String :agent_id, primary_key: true; String :theme_color; String :created_at; String :updated_at }
DB.create_table(:files) { String :id, primary_key: true; String :agent_id, index: true; String :name; String :content, text: true; String :mime_type; Integer :position; String :created_at; String :updated_at }
DB.create_table(:runs) do
  String :id, primary_key: true; String :agent_id; String :user_id; String :source; String :job_id; String :job_result; String :created_at; String :updated_at
  index %i[user_id created_at]
end
DB.create_table(:messages) { primary_key :id; String :run_id; Integer :seq; String :role; String :content, text: true; String :created_at; unique %i[run_id seq] }
DB.create_table(:run_logs) { String :id, primary_key: true; String :run_id, index: true; String :agent_id; String :user_id; String :event; String :detail, text: true; String :created_at }
DB.create_table(:mcp_logs) { String :id, primary_key: true; String :run_id, index: true; String :user_id; String :server; String :tool_name; String :input, text: true; String :output, text: true; String :status; String :created_at }
DB.create_table(:executions) do
  primary_key :id, auto_increment: true; String :user_id; String :tool_name; String :service_id; String :service_id_namespace; String :status
  String :input, text: true; String :output, text: true; String :error; Integer :duration_ms; String :created_at
  index %i[user_id created_at]
end
DB.create_table(:subscriptions) do
  String :id, primary_key: true; String :user_id; String :agent_id; String :status; Integer :price_cents; String :checkout_session_id; String :provider_id
  String :created_at; String :canceled_at
  unique %i[user_id agent_id]
end
DB.create_table(:charges) { String :id, primary_key: true; String :owner_id, index: true; String :user_id; String :agent_id; Integer :amount_cents; String :created_at }
DB.create_table(:credits) { String :user_id, primary_key: true; Integer :balance; Integer :used; String :updated_at }
DB.create_table(:payment_sessions) { String :id, primary_key: true; String :user_id; Integer :credits; Integer :amount_cents; String :status; String :created_at }
DB.create_table(:webhook_events) { String :id, primary_key: true; String :type; String :created_at }
DB.create_table(:bundles) { primary_key :id, auto_increment: true; String :user_id, index: true; String :name; String :description; String :created_at; String :updated_at }
DB.create_table(:bundle_tools) { String :id, primary_key: true; Integer :bundle_id; String :tool_id; String :added_at; unique %i[bundle_id tool_id] }
DB.create_table(:cli_auth) { String :id, primary_key: true; String :user_id; String :jwt, text: true; String :status; String :created_at; String :expires_at }
DB.create_table(:schedules) do
  String :id, primary_key: true; String :user_id, index: true; String :chat_id; String :cron; String :message, text: true; TrueClass :enabled; String :next_run_at; String :last_run_at
  String :created_at; String :updated_at
end
DB.create_table(:user_tools) { String :id, primary_key: true; String :user_id; String :tool_id; String :installed_at; unique %i[user_id tool_id] }
DB.create_table(:studio_chats) do
  String :id, primary_key: true; String :run_id, unique: true; String :user_id, index: true; String :title; String :agent_id; String :visibility; String :metadata, text: true
  String :cloned_from; String :created_at; String :updated_at; String :deleted_at
end
DB.create_table(:vip_codes) { String :code, primary_key: true; String :user_id }
DB.create_table(:vip_redemptions) { String :id, primary_key: true; String :code; String :user_id; String :redeemed_at }
DB.create_table(:notifier) do
  String :iden, primary_key: true; String :user_id; String :kind; String :data, text: true; String :guid; TrueClass :active; Integer :created; Integer :modified
  index %i[user_id kind modified]
end

module Seed
  OWN = '11111111-1111-4111-8111-111111111111'
  OTHER = '22222222-2222-4222-8222-222222222222'
  SANDBOX = '33333333-3333-4333-8333-333333333333'
  CROWD = (1..6).map { |i| format('4444444%d-4444-4444-8444-444444444444', i) }.freeze
  WORKER = 'a0000000-0000-4000-8000-000000000001'
  AGENTS = {
    WORKER => [OWN, 'Harbour assistant', 'public', nil],
    'a0000000-0000-4000-8000-000000000002' => [OWN, 'Own paid guide', 'public', 900],
    'b0000000-0000-4000-8000-000000000001' => [OTHER, 'Paid analyst', 'public', 1500],
    'b0000000-0000-4000-8000-000000000002' => [OTHER, 'Free helper', 'public', nil],
    'b0000000-0000-4000-8000-000000000003' => [OTHER, 'Private notes', 'private', nil],
    'b0000000-0000-4000-8000-000000000004' => [OTHER, 'Subscribed weekly', 'public', 499],
    'b0000000-0000-4000-8000-000000000005' => [OTHER, 'Subscribed monthly', 'public', 1200],
    'b0000000-0000-4000-8000-000000000006' => [OTHER, 'Paid tutor', 'public', 333]
  }.freeze

  def self.ago(days) = Clock.iso(Clock.micros - days * 86_400_000_000)

  def self.call
    t = ago(300)
    users = [[OWN, 'own@sumac.example', 'Olive Own', 'pro'], [OTHER, 'other@sumac.example', 'Otto Other', 'pro'], [SANDBOX, 'sandbox@sumac.example', 'Sandy Box', 'sandbox']]
    users += CROWD.each_with_index.map { |id, i| [id, "crowd#{i}@sumac.example", "Crowd #{i}", 'free'] }
    users.each { |id, e, n, tier| DB[:users].insert(id: id, email: e, name: n, tier: tier, connected: id != SANDBOX, created_at: t) }
    { OWN => 'sk_sumac_own_5f1e0c9b7a3d2e46', OTHER => 'sk_sumac_other_8c2d7e1fa9b04356', SANDBOX => 'sk_sumac_sandbox_1b6a90de47c3f258' }.each do |u, k|
      DB[:api_keys].insert(user_id: u, name: 'default', key: k, is_default: true, created_at: t)
    end
    DB[:credits].insert(user_id: OWN, balance: 1000, used: 0, updated_at: t)
    DB[:credits].insert(user_id: OTHER, balance: 250, used: 0, updated_at: t)
    AGENTS.each_with_index do |(id, (u, n, v, price)), i|
      at = ago(250 - i)
      DB[:agents].insert(id: id, user_id: u, name: n, description: "#{n} of the harbour office", chat_prompt: "You are #{n}.", visibility: v, price_cents: price,
                         metadata: '{}', vanity_slug: id == WORKER ? 'harbour-assistant' : nil, created_at: at, updated_at: at)
    end
    %w[b0000000-0000-4000-8000-000000000004 b0000000-0000-4000-8000-000000000005].each do |a|
      DB[:subscriptions].insert(id: nano, user_id: OWN, agent_id: a, status: 'active', price_cents: AGENTS[a][3], checkout_session_id: "cs_#{nano}", provider_id: "ps_#{nano}", created_at: ago(5))
      charge(OTHER, OWN, a, AGENTS[a][3], 5)
    end
    [0, 3, 10, 27, 28, 40, 120, 200].each_with_index do |d, i|
      charge(OWN, CROWD[i % 6], 'a0000000-0000-4000-8000-000000000002', 900 + i, d)
    end
    { 'MINE-2026' => OWN, 'OTHERS-2026' => OTHER, 'WELCOME-2026' => CROWD[0], 'HARBOUR-2026' => CROWD[1], 'SPRING-2026' => CROWD[2], 'AUTUMN-2026' => CROWD[3] }.each { |c, u| DB[:vip_codes].insert(code: c, user_id: u) }
    CROWD[0, 2].each { |u| DB[:vip_redemptions].insert(id: nano, code: 'MINE-2026', user_id: u, redeemed_at: ago(20)) }
  end

  def self.charge(owner, payer, agent, cents, days)
    DB[:charges].insert(id: nano, owner_id: owner, user_id: payer, agent_id: agent, amount_cents: cents, created_at: ago(days))
  end
end
tx { Seed.call }
