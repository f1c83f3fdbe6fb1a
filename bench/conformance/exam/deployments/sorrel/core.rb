# frozen_string_literal: true
# State, seeds, tokens, tool catalogue.
require 'json'
require 'monitor'
require 'openssl'
require 'base64'
require 'securerandom'
require 'time'
require 'date'

FAULT = ENV['FAULT'].to_s
def on?(id) = FAULT == id

LOCK = Monitor.new

# Lets other requests in between a check and the write that follows it.
def unlocked(seconds = 0.08)
  LOCK.mon_exit
  sleep seconds
ensure
  LOCK.mon_enter
end

UUID_RE = /\A\h{8}-\h{4}-\h{4}-\h{4}-\h{12}\z/.freeze

module Clock
  @last = 0
  # Strictly rising microseconds, so that no two records share a created_at.
  def self.micros
    LOCK.synchronize do
      t = Process.clock_gettime(Process::CLOCK_REALTIME, :microsecond)
      @last = t > @last ? t : @last + 1
    end
  end

  def self.iso(us) = us && Time.at(us / 1_000_000, us % 1_000_000, :usec).utc.iso8601(6)
  def self.secs = micros / 1_000_000.0
end

module Tokens
  SECRET = 'sorrel-7d0c1f1be9f94c0f8a1f-signing-secret'
  HOOK_SECRET = 'whsec_sorrel_5b1d6e0c'

  def self.b64(s) = Base64.urlsafe_encode64(s, padding: false)

  def self.issue(user_id, email)
    head = b64(JSON.generate(alg: 'HS256', typ: 'JWT'))
    body = b64(JSON.generate(sub: user_id.to_s, email: email, iss: 'sorrel', iat: 1_735_689_600, exp: 2_208_988_800))
    sig = b64(OpenSSL::HMAC.digest('SHA256', SECRET, "#{head}.#{body}"))
    "#{head}.#{body}.#{sig}"
  end

  def self.user_of(token)
    head, body, sig, rest = token.to_s.split('.', 4)
    return nil if sig.nil? || rest
    return nil unless JSON.parse(Base64.urlsafe_decode64(head))['alg'] == 'HS256'

    unless on?('jwt-signature-unchecked')
      want = b64(OpenSSL::HMAC.digest('SHA256', SECRET, "#{head}.#{body}"))
      return nil unless want.bytesize == sig.bytesize && OpenSSL.fixed_length_secure_compare(want, sig)
    end
    claims = JSON.parse(Base64.urlsafe_decode64(body))
    return nil if claims['exp'].to_i < Time.now.to_i

    USERS[claims['sub'].to_i]
  rescue StandardError
    nil
  end

  def self.hook_signature(body, t = 1_767_225_600)
    "t=#{t},v1=#{OpenSSL::HMAC.hexdigest('SHA256', HOOK_SECRET, "#{t}.#{body}")}"
  end
end

User = Struct.new(:id, :email, :name, :tier, keyword_init: true)
USERS = [
  User.new(id: 101, email: 'olive@sorrel.example', name: 'Olive Marsh', tier: 'pro'),
  User.new(id: 102, email: 'otto@sorrel.example', name: 'Otto Reed', tier: 'pro'),
  User.new(id: 103, email: 'sandy@sorrel.example', name: 'Sandy Dune', tier: 'sandbox')
].to_h { |u| [u.id, u] }
OWN, OTHER, SANDBOX = USERS.values

FILE_CAP = 5
JOB_SECONDS = 3.0

IDS = {
  agent: '5e0b1c52-4f0e-4a7a-9d5c-1f3f6f0a1001',
  own_paid: '5e0b1c52-4f0e-4a7a-9d5c-1f3f6f0a1002',
  own_private: '5e0b1c52-4f0e-4a7a-9d5c-1f3f6f0a1003',
  paid: '8a44d9d0-2c1b-4b39-8f6e-6b7c2d0b2001',
  unpaid: '8a44d9d0-2c1b-4b39-8f6e-6b7c2d0b2002',
  subscribed: '8a44d9d0-2c1b-4b39-8f6e-6b7c2d0b2003',
  unsubscribe: '8a44d9d0-2c1b-4b39-8f6e-6b7c2d0b2004',
  private: '8a44d9d0-2c1b-4b39-8f6e-6b7c2d0b2005'
}.freeze

KEYS = { OWN.id => 'sk_sorrel_olive_9f3c1d7a52e84b60', OTHER.id => 'sk_sorrel_otto_4b8e6a01c7d24f95',
         SANDBOX.id => 'sk_sorrel_sandy_1c5d9e7730ab4286' }.freeze

HOOK_BODY = '{"id":"evt_sorrel_0001","object":"event","type":"invoice.paid","data":{"object":{"id":"in_sorrel_0001"}}}'

# ---------------------------------------------------------------- tools

def prop(type, desc = nil, **more) = { 'type' => type }.merge(desc ? { 'description' => desc } : {}).merge(more.transform_keys(&:to_s))

def tool(name, toolkit, title, desc, props = {}, required = [])
  [name, { 'tool_id' => name, 'name' => name, 'title' => title, 'toolkit' => toolkit, 'description' => desc,
           'schema' => { 'type' => 'object', 'properties' => props, 'required' => required, 'additionalProperties' => false } }]
end

S = prop('string')
DEVICE_PROPS = {
  'icon' => prop('string', 'desktop, laptop, tablet, phone, watch, system, ios'), 'model' => S, 'has_sms' => prop('boolean', 'Android only'),
  'nickname' => S, 'push_token' => prop('string', 'platform-specific, blank for custom devices'),
  'app_version' => prop('integer', nil, minimum: 0), 'manufacturer' => S
}.freeze
LIMIT500 = prop('integer', nil, minimum: 1, maximum: 500)

TOOLS = [
  tool('harbor_weather', 'harbor', 'Harbor weather', 'Current weather and temperature at a harbor', { 'harbor' => S, 'days' => prop('integer', nil, minimum: 1, maximum: 7) }, ['harbor']),
  tool('tide_table', 'harbor', 'Tide table', 'High and low water times of a harbor', { 'harbor' => S }, ['harbor']),
  tool('convert_units', 'office', 'Convert units', 'Convert a value between units of length', { 'value' => prop('number'), 'from' => prop('string', nil, enum: %w[m km ft mi]), 'to' => prop('string', nil, enum: %w[m km ft mi]) }, %w[value from to]),
  tool('summarize_text', 'office', 'Summarize text', 'Shorten a text to its first sentence', { 'text' => S }, ['text']),
  tool('code_interpreter', 'compute', 'Virtual Computer', 'Evaluate code in the background', { 'code' => S, 'background' => prop('boolean') }, ['code']),
  tool('NOTIFIER_CREATE_CHAT', 'notifier', 'Create chat', 'Create a chat with an email address', { 'email' => prop('string', nil, format: 'email') }, ['email']),
  tool('NOTIFIER_CREATE_DEVICE', 'notifier', 'Create device', 'Register a device', DEVICE_PROPS, %w[model nickname app_version manufacturer]),
  tool('NOTIFIER_CREATE_PUSH', 'notifier', 'Create push', 'Send a push (note, link or file) to a device, user, channel or client',
       { 'type' => prop('string', nil, enum: %w[note link file]) }.merge(%w[url body guid email title file_url file_name file_type channel_tag client_iden device_iden source_device_iden].to_h { |k| [k, S] }), ['type']),
  tool('NOTIFIER_DELETE_ALL_PUSHES', 'notifier', 'Delete all pushes', 'Delete all pushes of the user asynchronously'),
  tool('NOTIFIER_DELETE_CHAT', 'notifier', 'Delete chat', 'Delete a chat', { 'iden' => S }, ['iden']),
  tool('NOTIFIER_DELETE_DEVICE', 'notifier', 'Delete device', 'Delete a device', { 'device_iden' => S }, ['device_iden']),
  tool('NOTIFIER_DELETE_PUSH', 'notifier', 'Delete push', 'Delete a push', { 'iden' => S }, ['iden']),
  tool('NOTIFIER_GET_USER', 'notifier', 'Get user', 'Get the profile of the authenticated user'),
  tool('NOTIFIER_LIST_CHATS', 'notifier', 'List chats', 'List chats', { 'limit' => LIMIT500, 'cursor' => S }),
  tool('NOTIFIER_LIST_DEVICES', 'notifier', 'List devices', 'List devices'),
  tool('NOTIFIER_LIST_PUSHES', 'notifier', 'List pushes', 'List pushes', { 'limit' => LIMIT500.merge('default' => 500), 'active' => prop('boolean'), 'cursor' => S, 'modified_after' => prop('number') }),
  tool('NOTIFIER_UPDATE_CHAT', 'notifier', 'Update chat', 'Mute or unmute a chat', { 'iden' => S, 'muted' => prop('boolean') }, %w[iden muted]),
  tool('NOTIFIER_UPDATE_DEVICE', 'notifier', 'Update device', 'Update device metadata', { 'iden' => S }.merge(DEVICE_PROPS), ['iden']),
  tool('NOTIFIER_UPDATE_PUSH', 'notifier', 'Update push', 'Dismiss a push or change list items',
       { 'iden' => S, 'dismissed' => prop('boolean'), 'items' => { 'type' => 'array', 'items' => { 'type' => 'object', 'properties' => { 'text' => S, 'checked' => prop('boolean') }, 'required' => %w[text checked] } } }, ['iden']),
  tool('NOTIFIER_UPLOAD_REQUEST', 'notifier', 'Upload request', 'Get a signed upload URL before pushing a file', { 'file_name' => S, 'file_type' => prop('string', 'MIME type') }, %w[file_name file_type])
].to_h

TOOLSETS = { 'harbor' => 'Weather and tides', 'office' => 'Small office helpers', 'compute' => 'Virtual Computer', 'notifier' => 'Push notifications' }.freeze

class BadInput < StandardError; end

module Schema
  def self.type?(type, v)
    case type
    when 'string' then v.is_a?(String)
    when 'integer' then v.is_a?(Integer)
    when 'number' then v.is_a?(Numeric)
    when 'boolean' then v == true || v == false
    when 'array' then v.is_a?(Array)
    when 'object' then v.is_a?(Hash)
    end
  end

  def self.check(schema, v, path = 'input')
    raise BadInput, "#{path} must be of type #{schema['type']}" unless type?(schema['type'], v)
    raise BadInput, "#{path} must be one of #{schema['enum'].join(', ')}" if schema['enum'] && !schema['enum'].include?(v)
    raise BadInput, "#{path} must be at least #{schema['minimum']}" if schema['minimum'] && v < schema['minimum']
    raise BadInput, "#{path} must be at most #{schema['maximum']}" if schema['maximum'] && v > schema['maximum']
    raise BadInput, "#{path} must be an email address" if schema['format'] == 'email' && v !~ /\A[^@\s]+@[^@\s]+\z/
    v.each_with_index { |e, i| check(schema['items'], e, "#{path}[#{i}]") } if schema['items'] && v.is_a?(Array)
    return unless v.is_a?(Hash) && schema['properties']

    (schema['required'] || []).each { |k| raise BadInput, "#{path}.#{k} is required" unless v.key?(k) }
    v.each do |k, e|
      if schema['properties'][k] then check(schema['properties'][k], e, "#{path}.#{k}")
      elsif schema['additionalProperties'] == false then raise BadInput, "#{path}.#{k} is not a parameter"
      end
    end
  end
end

# ---------------------------------------------------------------- state

DB = {
  agents: {}, files: {}, themes: {}, runs: {}, studio: {}, keys: {}, credits: {}, bundles: {}, cli: {}, schedules: {},
  installed: Hash.new { |h, k| h[k] = {} }, executions: {}, subscriptions: {}, vip: {}, redemptions: [], notifier: {}, feedback: [], sessions: {}
}
SEQ = Hash.new(0)
def seq(name, from = 0) = (SEQ[name] = [SEQ[name], from].max + 1)

def new_agent(owner, attrs)
  t = Clock.micros
  a = { 'id' => attrs['id'] || SecureRandom.uuid, 'user_id' => owner.id, 'name' => nil, 'description' => nil, 'chat_prompt' => nil, 'visibility' => 'public',
        'vanity_slug' => nil, 'upsell_description' => nil, 'paid' => false, 'price_cents' => nil, 'feedback_count' => 0,
        'created_at' => Clock.iso(t), 'updated_at' => Clock.iso(t) }.merge(attrs.compact)
  a['paid'] = a['price_cents'].to_i.positive?
  DB[:agents][a['id']] = a
end

def new_key(user, name, value = nil, default: false)
  id = seq(:keys, 4000)
  DB[:keys][id] = { 'id' => id, 'user_id' => user.id, 'name' => name, 'key' => value || "sk_sorrel_#{SecureRandom.hex(16)}", 'is_default' => default,
                    'created_at' => Clock.iso(Clock.micros) }
end

def new_run(user, agent, at = Clock.micros)
  id = SecureRandom.uuid
  DB[:runs][id] = { id: id, user_id: user.id, agent_id: agent['id'], agent_name: agent['name'], messages: [], logs: [], mcp: [], job: nil, at: at, updated: at }
end

def run_log(run, event, detail = nil)
  e = { 'id' => seq(:run_logs), 'run_id' => run[:id], 'agent_id' => run[:agent_id], 'event' => event, 'detail' => detail, 'created_at' => Clock.iso(Clock.micros) }
  run[:logs] << e
  e
end

def new_execution(user, tool_name, input, output, at = Clock.micros)
  id = seq(:executions, 70_000)
  DB[:executions][id] = { 'id' => id, :user_id => user.id, :at => at, 'tool_name' => tool_name, 'status' => 'success', 'input' => input, 'output' => output, 'created_at' => Clock.iso(at) }
end

def new_subscription(user, agent_id)
  t = Clock.micros
  DB[:subscriptions][[user.id, agent_id]] = { 'id' => seq(:subs, 900), 'agent_id' => agent_id, 'user_id' => user.id, 'status' => 'active', 'provider_subscription_id' => "sub_#{SecureRandom.hex(8)}",
                                              'current_period_end' => (Time.now.utc + 30 * 86_400).iso8601, 'canceled_at' => nil, 'created_at' => Clock.iso(t), 'updated_at' => Clock.iso(t) }
end

def notifier_account(user)
  DB[:notifier][user.id] ||= { iden: "uj#{user.id}", chats: {}, devices: {}, pushes: {}, guids: {}, purge: nil, created: Clock.secs }
end

def seed!
  new_agent(OWN, 'id' => IDS[:agent], 'name' => 'Harbor Assistant', 'chat_prompt' => 'You help people at the harbor.', 'vanity_slug' => 'harbor-assistant')
  new_agent(OWN, 'id' => IDS[:own_paid], 'name' => 'Harbor Pilot', 'chat_prompt' => 'You pilot ships.', 'price_cents' => 900)
  new_agent(OWN, 'id' => IDS[:own_private], 'name' => 'Log Book', 'chat_prompt' => 'You keep a log.', 'visibility' => 'private')
  new_agent(OTHER, 'id' => IDS[:paid], 'name' => 'Tax Clerk', 'chat_prompt' => 'You know taxes.', 'price_cents' => 1500)
  new_agent(OTHER, 'id' => IDS[:unpaid], 'name' => 'Gardener', 'chat_prompt' => 'You know plants.', 'vanity_slug' => 'gardener')
  new_agent(OTHER, 'id' => IDS[:subscribed], 'name' => 'Chef', 'chat_prompt' => 'You cook.', 'price_cents' => 500)
  new_agent(OTHER, 'id' => IDS[:unsubscribe], 'name' => 'Coach', 'chat_prompt' => 'You coach.', 'price_cents' => 700)
  new_agent(OTHER, 'id' => IDS[:private], 'name' => 'Diary', 'chat_prompt' => 'Secret diary prompt of Otto.', 'visibility' => 'private')
  new_subscription(OWN, IDS[:subscribed])
  new_subscription(OWN, IDS[:unsubscribe])
  USERS.each_value { |u| new_key(u, 'Default key', KEYS[u.id], default: true) }
  DB[:credits][OWN.id] = { 'balance' => 5000, 'used' => 12, 'updated_at' => Clock.iso(Clock.micros) }
  DB[:credits][OTHER.id] = { 'balance' => 800, 'used' => 0, 'updated_at' => Clock.iso(Clock.micros) }
  DB[:vip]['HARBOR-VIP-2031'] = OTHER.id
  DB[:vip]['OLIVE-OWN-2031'] = OWN.id
  notifier_account(OWN)
  notifier_account(OTHER)
  base = Clock.micros
  [[OWN, 42], [OTHER, 3]].each do |user, n|
    n.downto(1) do |i|
      at = base - i * 1_800_000_000 - user.id
      r = new_run(user, DB[:agents][IDS[:agent]], at)
      r[:messages] = [{ 'role' => 'user', 'content' => "Earlier question #{i}" }, { 'role' => 'assistant', 'content' => "Turn 1: you wrote \"Earlier question #{i}\"." }]
      run_log(r, 'turn', 'Turn 1')
      new_execution(user, 'tide_table', { 'harbor' => 'Hull' }, { 'high_water' => '06:12', 'low_water' => '12:24' }, at)
    end
  end
end
