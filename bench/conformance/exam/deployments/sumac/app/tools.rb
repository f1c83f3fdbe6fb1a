# frozen_string_literal: true
module Tools
  S = Schemas
  def self.shape(fields, required = [])
    { type: 'object', properties: fields.transform_values { |v| S.t(v) }, required: required.map(&:to_s) }
  end

  def self.tide(port)
    { 'port' => port, 'station' => "RAWTIDE-#{port.upcase}-7731", 'tides' => [{ 'at' => '04:12', 'metres' => 6.9 }, { 'at' => '16:37', 'metres' => 7.1 }] }
  end

  SETS = { 'sea' => ['Sea', 'Tides and distances at sea'], 'text' => ['Text', 'Small work on words and text'], 'notifier' => ['Notifier', 'Push notifications to devices and people'] }.freeze
  CATALOG = {} # name => tool
  def self.add(name, set, text, fields, required = [], connection: false, &run)
    CATALOG[name] = { name: name, toolset_name: set, description: text, schema: shape(fields, required), connection: connection, run: run }
  end

  add('read_tide_table', 'sea', 'Read the tide table of a port', { port: 'str:1..100', day: 'str?' }, [:port]) { |_u, i| tide(i['port']) }
  add('sail_distance', 'sea', 'Distance in nautical miles between two points', { lat1: 'num', lon1: 'num', lat2: 'num', lon2: 'num' }, %i[lat1 lon1 lat2 lon2]) do |_u, i|
    a, b, c, d = i.values_at('lat1', 'lon1', 'lat2', 'lon2').map { |x| x * Math::PI / 180 }
    { 'nautical_miles' => (3440.065 * Math.acos((Math.sin(a) * Math.sin(c) + Math.cos(a) * Math.cos(c) * Math.cos(d - b)).clamp(-1, 1))).round(3) }
  end
  add('count_words', 'text', 'Count the words and characters of a text', { text: 'str' }, [:text]) { |_u, i| { 'words' => i['text'].split.size, 'characters' => i['text'].length } }
  add('echo_text', 'text', 'Give a text back as it is', { text: 'str', times: 'int:1..10?' }, [:text]) { |_u, i| { 'text' => i['text'] * (i['times'] || 1) } }
  add('divide_numbers', 'text', 'Divide one number by another', { a: 'num', b: 'num' }, %i[a b]) do |_u, i|
    i['b'].zero? ? raise(ApiError.new(400, 'bad_request', 'b must not be zero', 'b')) : { 'quotient' => i['a'].fdiv(i['b']) }
  end

  module_function

  def mcp(t, score = nil) = { id: t[:name], name: t[:name], description: t[:description], inputSchema: t[:schema], toolset_name: t[:toolset_name], score: score }

  def public_tool(t)
    { id: t[:name], tool_id: t[:name], name: t[:name], description: t[:description], toolset_name: t[:toolset_name], input_schema: t[:schema], needs_connection: t[:connection] }
  end

  def all = CATALOG.values.sort_by { |t| t[:name] }

  def toolset(n, tools)
    { id: n, toolset_name: n, title: SETS[n][0], description: SETS[n][1], tools: tools }
  end

  def score(t, words)
    name = t[:name].downcase.split(/[^a-z0-9]+/)
    text = t[:description].downcase.split(/[^a-z0-9]+/)
    sum = words.sum do |w|
      if name.include?(w) then 1.0
      elsif text.include?(w) then 0.8
      elsif (name + text).any? { |x| x.start_with?(w) } then 0.5
      elsif t[:name].downcase.include?(w) then 0.3
      else 0.0
      end
    end
    (sum / [words.size, 1].max).round(4)
  end

  def search(q, toolkit, limit, min)
    words = q.downcase.split(/[^[:alnum:]]+/).reject(&:empty?)
    found = all.map { |t| [t, score(t, words)] }.select { |_, s| s >= min }
    ranked = found.each_with_index.sort_by { |(_, s), i| [-s, i] }.map(&:first)
    if fault?('search-limit-before-toolkit')
      ranked = ranked.first(limit).select { |t, _| toolkit.nil? || t[:toolset_name] == toolkit }
    else
      ranked = ranked.select { |t, _| toolkit.nil? || t[:toolset_name] == toolkit }
    end
    ranked.first(limit).map { |t, s| mcp(t, s) }
  end

  def run(user, name, input, service_id, namespace)
    tool = CATALOG[name] or fail!(404, 'There is no such tool', 'tool_name')
    input.is_a?(Hash) or invalid!(%w[body], 'The body must be an object', 'dict_type')
    errs = S.check(input, tool[:schema], ['body'])
    raise ApiError.new(400, 'bad_request', errs[0][:msg], errs[0][:loc].last.to_s) if errs.any?
    fail!(400, 'This tool needs an auth connection') if tool[:connection] && !user[:connected]
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    error = nil
    output = begin
      tool[:run].call(user, input)
    rescue ApiError => e
      error = e
      nil
    end
    ms = ((Process.clock_gettime(Process::CLOCK_MONOTONIC) - started) * 1000).round
    id = tx do
      DB[:executions].insert(user_id: user[:id], tool_name: name, service_id: service_id, service_id_namespace: namespace, status: error ? 'failed' : 'succeeded',
                             input: JSON.generate(input), output: output.nil? ? nil : JSON.generate(output), error: error&.message, duration_ms: ms, created_at: Clock.now)
    end
    raise error if error
    { id: id, log_id: id, tool_name: name, status: 'succeeded', is_error: false, content: [{ type: 'text', text: JSON.generate(output) }], output: output, service_id: service_id, service_id_namespace: namespace }
  end

  def execution(e)
    { id: e[:id], log_id: e[:id], tool_id: e[:tool_name], tool_name: e[:tool_name], service_id: e[:service_id], service_id_namespace: e[:service_id_namespace], status: e[:status],
      input: JSON.parse(e[:input]), output: e[:output] && JSON.parse(e[:output]), error: e[:error], duration_ms: e[:duration_ms], created_at: e[:created_at] }
  end

  def user_tool(row)
    t = CATALOG[row[:tool_id]]
    { id: row[:id], tool_id: row[:tool_id], name: t[:name], description: t[:description], toolset_name: t[:toolset_name], input_schema: t[:schema], installed_at: row[:installed_at] }
  end

  def install(user, id)
    CATALOG.key?(id) or fail!(409, 'This tool can not be installed', 'tool_id')
    tx do
      fail!(409, 'This tool is installed already', 'tool_id') if DB[:user_tools].first(user_id: user[:id], tool_id: id)
      row = { id: nano, user_id: user[:id], tool_id: id, installed_at: Clock.now }
      DB[:user_tools].insert(row)
      row
    end
  end

  def uninstall(user, id)
    tx do
      row = DB[:user_tools].first(user_id: user[:id], tool_id: id) or fail!(404, 'This tool is not installed', 'tool_id')
      ds = DB[:user_tools].where(tool_id: id)
      ds = ds.where(user_id: user[:id]) unless fault?('uninstall-for-everyone')
      ds.delete
      row
    end
  end
end
