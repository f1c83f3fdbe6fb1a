# All tools of this deployment, their schemas, and how they are run.
module Catalog
  class BadInput < StandardError; end

  SETS = { 'sea' => 'Tides and ships', 'office' => 'Texts and numbers', 'notifier' => 'Pushes to devices and people' }.freeze
  S = { type: 'string' }.freeze
  B = { type: 'boolean' }.freeze
  I = { type: 'integer' }.freeze
  N = { type: 'integer', minimum: 0 }.freeze
  R = ->(x) { x.merge(req: true) }
  DEVICE = { icon: S, model: S, has_sms: B, nickname: S, push_token: S, app_version: N, manufacturer: S }.freeze
  LIMIT = { type: 'integer', minimum: 1, maximum: 500 }.freeze

  ALL = [
    ['read_tide_table', 'sea', 'Read tide table', 'Tells the tides of a port', { port: R[S] }],
    ['find_ship', 'sea', 'Find ship', 'Finds a ship by its name', { name: R[S] }],
    ['code_interpreter', 'office', 'Code interpreter', 'Runs code on the virtual computer', { code: R[S] }],
    ['count_words', 'office', 'Count words', 'Counts the words of a text', { text: R[S] }],
    ['add_numbers', 'office', 'Add numbers', 'Adds numbers to a sum', { numbers: R[{ type: 'array', items: { type: 'number' } }] }],
    ['echo_input', 'office', 'Echo input', 'Gives back its input, whatever it is', {}],
    ['NOTIFIER_CREATE_CHAT', 'notifier', 'Create chat', 'Create a chat with an email address', { email: R[S] }],
    ['NOTIFIER_CREATE_DEVICE', 'notifier', 'Create device', 'Register a device',
     DEVICE.merge(model: R[S], nickname: R[S], app_version: R[N], manufacturer: R[S])],
    ['NOTIFIER_CREATE_PUSH', 'notifier', 'Create push', 'Send a push (note, link or file) to a device, user, channel or client',
     { type: R[{ type: 'string', enum: %w[note link file] }], url: S, body: S, guid: S, email: S, title: S, file_url: S, file_name: S,
       file_type: S, channel_tag: S, client_iden: S, device_iden: S, source_device_iden: S }],
    ['NOTIFIER_DELETE_ALL_PUSHES', 'notifier', 'Delete all pushes', 'Delete all pushes of the user asynchronously', {}],
    ['NOTIFIER_DELETE_CHAT', 'notifier', 'Delete chat', 'Delete a chat', { iden: R[S] }],
    ['NOTIFIER_DELETE_DEVICE', 'notifier', 'Delete device', 'Delete a device', { device_iden: R[S] }],
    ['NOTIFIER_DELETE_PUSH', 'notifier', 'Delete push', 'Delete a push', { iden: R[S] }],
    ['NOTIFIER_GET_USER', 'notifier', 'Get user', 'Get the profile of the authenticated user', {}],
    ['NOTIFIER_LIST_CHATS', 'notifier', 'List chats', 'List chats', { limit: LIMIT, cursor: S }],
    ['NOTIFIER_LIST_DEVICES', 'notifier', 'List devices', 'List devices', {}],
    ['NOTIFIER_LIST_PUSHES', 'notifier', 'List pushes', 'List pushes',
     { limit: LIMIT, active: B, cursor: S, modified_after: { type: 'number' } }],
    ['NOTIFIER_UPDATE_CHAT', 'notifier', 'Update chat', 'Mute or unmute a chat', { iden: R[S], muted: R[B] }],
    ['NOTIFIER_UPDATE_DEVICE', 'notifier', 'Update device', 'Update device metadata', DEVICE.merge(iden: R[S])],
    ['NOTIFIER_UPDATE_PUSH', 'notifier', 'Update push', 'Dismiss a push or change list items',
     { iden: R[S], dismissed: B, items: { type: 'array', items: { type: 'object', properties: { text: S, checked: B } } } }],
    ['NOTIFIER_UPLOAD_REQUEST', 'notifier', 'Upload request', 'Get a signed upload URL before pushing a file', { file_name: R[S], file_type: R[S] }]
  ].map do |name, set, title, description, params|
    { name: name, set: set, title: title, description: description, params: params, notifier: set == 'notifier' }.freeze
  end.freeze
  BY_NAME = ALL.index_by { |t| t[:name] }.freeze

  module_function

  def all
    ALL
  end

  def of(set)
    ALL.select { |t| t[:set] == set }
  end

  def tool(name)
    BY_NAME[name.to_s]
  end

  def mcp(tool)
    { name: tool[:name], description: tool[:description],
      inputSchema: { type: 'object', properties: tool[:params].transform_values { |p| p.except(:req) },
                     required: tool[:params].select { |_, p| p[:req] }.keys } }
  end

  def public(tool)
    { id: tool[:name], title: tool[:title], description: tool[:description], toolkit: tool[:set], auth_connection_required: tool[:notifier] }
  end

  # [tool, score] with the best first: the share of the words asked for that the tool has
  def search(q, toolkit: nil)
    words = q.downcase.scan(/[[:alnum:]]+/)
    return [] if words.empty?
    found = ALL.map do |t|
      next if toolkit && t[:set] != toolkit
      name = t[:name].downcase.split('_')
      text = "#{t[:title]} #{t[:description]} #{t[:set]}".downcase.scan(/[[:alnum:]]+/)
      score = words.sum { |w| name.include?(w) ? 1.0 : (text.include?(w) ? 0.7 : (name.any? { |n| n.start_with?(w) } ? 0.4 : 0.0)) } / words.size
      [t, score] if score.positive?
    end.compact
    found.sort_by { |t, score| [-score, t[:name]] }
  end

  def check!(tool, input)
    tool[:params].each do |name, schema|
      value = input[name.to_s]
      absent = value.nil? || (schema[:req] && value.is_a?(String) && value.blank?)
      raise BadInput, "#{name} is required" if absent && schema[:req]
      check_value!(name, value, schema) unless value.nil?
    end
  end

  def check_value!(name, value, schema)
    good = case schema[:type]
           when 'string' then value.is_a?(String) && value.valid_encoding?
           when 'boolean' then [true, false].include?(value)
           when 'integer' then value.is_a?(Integer) && value.abs < 2**53
           when 'number' then value.is_a?(Numeric)
           when 'array' then value.is_a?(Array)
           when 'object' then value.is_a?(Hash)
           end
    raise BadInput, "#{name} is not of type #{schema[:type]}" unless good
    raise BadInput, "#{name} is not one of #{schema[:enum].join(', ')}" if schema[:enum] && !schema[:enum].include?(value)
    raise BadInput, "#{name} must be at least #{schema[:minimum]}" if schema[:minimum] && value < schema[:minimum]
    raise BadInput, "#{name} must be at most #{schema[:maximum]}" if schema[:maximum] && value > schema[:maximum]
    value.each { |v| check_value!("#{name} item", v, schema[:items]) } if schema[:items]
    return unless schema[:properties]
    schema[:properties].each do |key, part|
      raise BadInput, "#{name} needs #{key}" if value[key.to_s].nil?
      check_value!(key, value[key.to_s], part)
    end
  end

  def call(tool, input, user)
    case tool[:name]
    when 'read_tide_table' then { port: input['port'], table: TideTable.raw(input['port'].to_s) }
    when 'find_ship' then { name: input['name'], position: '53.7N 0.3W' }
    when 'code_interpreter' then { stdout: '', exit_code: 0 }
    when 'count_words' then { words: input['text'].to_s.split.size }
    when 'add_numbers' then { sum: Array(input['numbers']).grep(Numeric).sum }
    when 'echo_input' then { input: input }
    else Notifier.new(user).call(tool[:name].delete_prefix('NOTIFIER_').downcase, input)
    end
  end
end
