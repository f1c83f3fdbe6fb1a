# frozen_string_literal: true
require 'sinatra/base'
require_relative 'core'
require_relative 'notifier'

class StreamBody
  def initialize(chunks) = @chunks = chunks

  def each
    @chunks.each_with_index do |c, i|
      sleep 0.004 if i.positive?
      yield c
    end
  end
end

class SorrelApp < Sinatra::Base
  set :environment, :production
  disable :protection, :static, :sessions, :logging, :dump_errors, :raise_errors, :show_exceptions
  API = '/api'
  WORKERS = '/agents'
  OPERATIONS = []

  # Every body is read as JSON, so Rack must not look for form fields in it.
  def call(env)
    env['CONTENT_TYPE'] = 'application/json'
    super
  end

  # ------------------------------------------------------------ plumbing
  helpers do
    def reply(status, value)
      halt 204, {}, [] if status == 204
      halt status, { 'Content-Type' => 'application/json; charset=utf-8' }, JSON.generate(value)
    end

    def refuse(status, code, message, headers = {})
      halt status, { 'Content-Type' => 'application/json; charset=utf-8' }.merge(headers), JSON.generate('errors' => [{ 'code' => code, 'message' => message }])
    end

    def invalid(field, message)
      halt 422, { 'Content-Type' => 'application/json; charset=utf-8' }, JSON.generate('errors' => [{ 'code' => 'invalid', 'field' => field, 'message' => "#{field} #{message}" }])
    end

    def missing(what) = refuse(404, 'not_found', "#{what} not found")
    def forbidden(message = 'You have no permission on this resource') = refuse(403, 'forbidden', message)

    def bearer
      m = /\ABearer +(\S+)\s*\z/i.match(request.env['HTTP_AUTHORIZATION'].to_s)
      m && m[1]
    end

    def login(mode)
      @user = Tokens.user_of(bearer)
      refuse(401, 'unauthorized', 'A valid bearer token is needed', 'WWW-Authenticate' => 'Bearer') if @user.nil? && mode == :required
    end

    def raw_body
      @raw_body ||= begin
        request.body.rewind
        request.body.read.to_s.dup.force_encoding('UTF-8')
      end
    end

    # Lone surrogates and numbers like 1e999 can be read but not written again.
    def writable?(v)
      case v
      when String then v.valid_encoding?
      when Float then v.finite?
      when Array then v.all? { |e| writable?(e) }
      when Hash then v.all? { |k, e| k.valid_encoding? && writable?(e) }
      else true
      end
    end

    def json_body(optional: false)
      return {} if optional && raw_body.valid_encoding? && raw_body.strip.empty?

      v = begin
        raise JSON::ParserError unless raw_body.valid_encoding?

        parsed = JSON.parse(raw_body)
        raise JSON::ParserError unless writable?(parsed)

        parsed
      rescue JSON::ParserError
        invalid('body', 'is not valid JSON')
      end
      return {} if optional && v.nil?

      invalid('body', 'must be an object') unless v.is_a?(Hash)
      v
    end

    def str(b, key, required: false, max: 100_000, blank: true)
      v = b[key]
      invalid(key, "can't be missing") if v.nil? && required
      return nil if v.nil?

      invalid(key, 'must be a string') unless v.is_a?(String)
      invalid(key, "can't be blank") if !blank && v.strip.empty?
      invalid(key, 'is too long') if v.length > max
      v
    end

    def int(b, key, range)
      v = b[key]
      return nil if v.nil?

      invalid(key, 'must be an integer') unless v.is_a?(Integer)
      invalid(key, 'is out of range') unless range.cover?(v)
      v
    end

    def choice(b, key, values)
      v = str(b, key)
      invalid(key, "must be one of #{values.join(', ')}") if v && !values.include?(v)
      v
    end

    def query
      @query ||= begin
        q = Rack::Utils.parse_query(request.query_string)
        q.each { |k, v| invalid(k, 'is given twice') if v.is_a?(Array) }
        q.each { |k, v| invalid(k, 'is not valid UTF-8') if v && !v.dup.force_encoding('UTF-8').valid_encoding? }
        q
      rescue ArgumentError
        invalid('query', 'is not valid')
      end
    end

    def q_int(key, default, range, clamp: false)
      v = query[key]
      return default if v.nil?

      invalid(key, 'must be an integer') unless v =~ /\A-?\d{1,18}\z/
      n = v.to_i
      n = range.max if clamp && n > range.max
      invalid(key, 'is out of range') unless range.cover?(n)
      n
    end

    def uuid(key)
      v = params[key].to_s
      invalid(key, 'must be a UUID') unless v =~ UUID_RE
      v.downcase
    end

    def int_id(key)
      v = params[key].to_s
      invalid(key, 'must be an integer') unless v =~ /\A-?\d{1,18}\z/
      v.to_i
    end

    def q_cursor
      v = query['next_cursor']
      return nil if v.nil? || v.empty? || v == 'null'

      v = v.tr(' ', '+')
      t = begin
        Time.iso8601(v)
      rescue ArgumentError
        begin
          Time.iso8601("#{v}Z")
        rescue ArgumentError
          invalid('next_cursor', 'must be a date-time')
        end
      end
      (t.to_r * 1_000_000).floor
    end

    # Newest first; the cursor is the created_at of the last row of the page before.
    def paged(rows, limit, cursor, inclusive: false, skips: false)
      rows = rows.sort_by { |r| -r[:at] }
      rows = rows.select { |r| inclusive ? r[:at] <= cursor : r[:at] < cursor } if cursor
      part = rows.first(limit)
      last = skips && rows.size > limit ? rows[limit] : part.last
      [part, rows.size > limit && last ? Clock.iso(last[:at]) : nil]
    end

    def iso_now = Clock.iso(Clock.micros)
    def touch(r) = r['updated_at'] = iso_now
    def hide(r, *keys) = r.reject { |k, _| k.is_a?(Symbol) || keys.include?(k) }

    # ---------------------------------------------------------- agents
    def agent_at(key = 'agent_id', strict: false)
      id = strict ? uuid(key) : params[key].to_s
      DB[:agents][id.downcase] || (!strict && DB[:agents].values.find { |a| a['vanity_slug'] && a['vanity_slug'] == id }) || missing('Agent')
    end

    def mine?(a) = !@user.nil? && a['user_id'] == @user.id

    def own_agent(key = 'agent_id', strict: true)
      a = agent_at(key, strict: strict)
      forbidden('This agent belongs to someone else') unless mine?(a)
      a
    end

    def readable(a)
      forbidden('This agent is private') if a['visibility'] == 'private' && !mine?(a)
      a
    end

    def sandbox_check(b)
      return unless @user.tier == 'sandbox' && b['visibility'] == 'private'

      refuse(400, 'sandbox_tier', 'The sandbox tier cannot make this private')
    end

    def agent_attrs(b, except: nil)
      str(b, 'name', max: 200)
      str(b, 'description', max: 10_000)
      str(b, 'chat_prompt')
      choice(b, 'visibility', %w[public private])
      int(b, 'price_cents', 0..1_000_000)
      slug = str(b, 'vanity_slug', max: 60)
      if slug
        invalid('vanity_slug', 'may hold only small letters, digits and hyphens') unless slug =~ /\A[a-z0-9]+(-[a-z0-9]+)*\z/
        invalid('vanity_slug', 'has already been taken') if DB[:agents].values.any? { |a| a['vanity_slug'] == slug && a['id'] != except }
      end
      attrs = b.slice('name', 'description', 'chat_prompt', 'visibility', 'vanity_slug', 'price_cents')
      attrs['chat_prompt'] = attrs['chat_prompt'][0, 255] if attrs['chat_prompt'] && on?('agent-prompt-cut-at-255')
      attrs
    end

    def prompt_check(b, key_required: true)
      return if !key_required && !b.key?('chat_prompt')

      refuse(400, 'chat_prompt_missing', 'A chat prompt is required') if b['chat_prompt'].nil? || (b['chat_prompt'].is_a?(String) && b['chat_prompt'].strip.empty?)
    end

    def write_agent(a, attrs)
      attrs = attrs.dup
      attrs.delete('visibility') if attrs['visibility'].nil?
      a.merge!(attrs)
      a['paid'] = a['price_cents'].to_i.positive?
      touch(a)
      a
    end

    def create_agent(b)
      new_agent(@user, agent_attrs(b))
    end

    def files_of(a)
      rows = DB[:files].values.select { |f| f['agent_id'] == a['id'] }
      on?('files-list-by-creation') ? rows : rows.sort_by.with_index { |f, i| [f['position'], i] }
    end

    def file_list(a) = { 'files' => files_of(a), 'total' => files_of(a).size, 'max_files' => FILE_CAP }

    def file_at(a)
      f = DB[:files][uuid('file_id')]
      missing('File') if f.nil? || f['agent_id'] != a['id']
      f
    end

    # ---------------------------------------------------------- runs
    def settle(run)
      job = run[:job]
      return run unless job && job[:ends] <= Process.clock_gettime(Process::CLOCK_MONOTONIC)
      return run if job[:error] && on?('job-error-never-ends')

      run[:messages] << { 'role' => 'assistant', 'content' => job[:error] ? 'The export stopped with an error: disk quota exceeded.' : 'The export is finished: 1204 rows written.' }
      run_log(run, job[:error] ? 'job_failed' : 'job_finished', job[:id])
      run[:job] = nil
      run[:updated] = Clock.micros
      run
    end

    def run_view(r)
      settle(r)
      { 'run_id' => r[:id], 'agent_id' => r[:agent_id], 'agent_name' => r[:agent_name], 'user_id' => r[:user_id], 'status' => r[:job] ? 'running' : 'idle',
        'first_message' => r[:messages].first && r[:messages].first['content'], 'message_count' => r[:messages].size, 'created_at' => Clock.iso(r[:at]), 'updated_at' => Clock.iso(r[:updated]) }
    end

    # Takes one user message; gives the pieces of the stream.
    def turn(run, text)
      n = run[:messages].count { |m| m['role'] == 'user' } + 1
      events = []
      said = nil
      case text
      when /how warm/i
        id = "call_#{SecureRandom.hex(5)}"
        out = { 'harbor' => 'Hull', 'temperature_c' => 14, 'wind' => 'light', 'station' => 'QX-7741-RAW' }
        events << { 'type' => 'tool_call', 'id' => id, 'name' => 'harbor_weather', 'arguments' => { 'harbor' => 'Hull' } }
        events << { 'type' => 'tool_result', 'id' => id, 'name' => 'harbor_weather', 'output' => out }
        run[:mcp] << { 'id' => seq(:mcp), 'run_id' => run[:id], 'server_name' => 'harbor', 'tool_name' => 'harbor_weather', 'arguments' => { 'harbor' => 'Hull' }, 'output' => out, 'created_at' => iso_now } unless n > 1 && on?('mcp-log-only-first-turn')
        said = 'It is 14 degrees there, with a light breeze.'
      when /start the long export/i, /start an export that fails/i
        job = { id: "job-#{SecureRandom.uuid}", ends: Process.clock_gettime(Process::CLOCK_MONOTONIC) + JOB_SECONDS, error: text =~ /fails/i ? true : false, by_put: n > 1 }
        run[:job] = job
        events << { 'type' => 'tool_call', 'id' => job[:id], 'name' => 'code_interpreter', 'arguments' => { 'background' => true } }
        events << { 'type' => 'tool_result', 'id' => job[:id], 'name' => 'code_interpreter', 'output' => { 'state' => 'running' } }
        said = 'I have started that in the background.'
      else
        said = "Turn #{n}: you wrote \"#{text.length > 300 ? "#{text[0, 300]}…" : text}\"."
      end
      stored = on?('history-message-cut-at-1000') ? text[0, 1000] : text
      pair = [{ 'role' => 'user', 'content' => stored }, { 'role' => 'assistant', 'content' => said }]
      pair.reverse! if n > 1 && on?('history-turn-reversed')
      if n > 1 && on?('concurrent-puts-lose-one')
        before = run[:messages].dup
        unlocked
        run[:messages] = before + pair
      else
        run[:messages].concat(pair)
      end
      run[:updated] = Clock.micros
      run_log(run, 'turn', "Turn #{n}")
      [events, said]
    end

    def worker_headers(run, type)
      h = { 'Content-Type' => type, 'X-Service-Run-ID' => run[:id], 'Cache-Control' => 'no-store' }
      h['x-service-job-id'] = run[:job][:id] if run[:job]
      h
    end

    def stream(run, events, said, ndjson)
      pieces = said.scan(/\S+\s*|\s+/m)
      if ndjson
        events = events.reject { |e| e['type'] == 'tool_result' } if on?('ndjson-without-tool-results')
        lines = events + pieces.map { |p| { 'type' => 'text', 'text' => p } } + [{ 'type' => 'done', 'run_id' => run[:id] }]
        [200, worker_headers(run, 'application/x-ndjson'), StreamBody.new(lines.map { |l| "#{JSON.generate(l)}\n" })]
      else
        if on?('text-stream-shows-tools')
          pieces = events.map { |e| "[#{e['type']} #{e['name']} #{JSON.generate(e['output'] || e['arguments'])}]\n" } + pieces
        end
        [200, worker_headers(run, 'text/plain; charset=utf-8'), StreamBody.new(pieces)]
      end
    end

    def worker_agent
      key = bearer
      @key = key && DB[:keys].values.find { |k| k['key'] == key && (!k[:deleted] || on?('deleted-key-still-works')) }
      refuse(401, 'unauthorized', 'A valid API key is needed', 'WWW-Authenticate' => 'Bearer') unless @key
      @user = USERS[@key['user_id']]
      a = DB[:agents][params['agent_id'].to_s.downcase] || missing('Agent')
      readable(a)
    end

    def worker_run(a)
      r = DB[:runs][params['run_id'].to_s.downcase]
      missing('Run') if r.nil?
      missing('Run') if r[:user_id] != @user.id && !(on?('run-readable-by-other-key') && request.get?)
      missing('Run') if r[:agent_id] != a['id']
      settle(r)
    end

    def message = str(json_body, 'message', required: true, max: 1_000_000)

    def start_run(ndjson)
      a = worker_agent
      text = message
      if on?('post-blocked-by-job') && DB[:runs].values.any? { |r| r[:user_id] == @user.id && r[:agent_id] == a['id'] && settle(r)[:job] }
        refuse(409, 'job_running', 'A background job is running')
      end
      last = DB[:runs].values.select { |r| r[:user_id] == @user.id && r[:agent_id] == a['id'] && !r[:messages].empty? }.last
      if on?('post-same-message-same-run') && last && last[:messages].size == 2 && last[:messages][0]['content'] == text && Clock.micros - last[:at] < 20_000_000
        return stream(last, [], last[:messages][1]['content'], ndjson)
      end

      run = new_run(@user, a)
      run[:messages] = last[:messages].map(&:dup) if last && on?('post-context-not-clear')
      events, said = turn(run, text)
      stream(run, events, said, ndjson)
    end

    def continue_run(ndjson)
      a = worker_agent
      text = message
      run = worker_run(a)
      if run[:job] && !(ndjson && on?('ndjson-put-ignores-job'))
        run[:messages] << { 'role' => 'user', 'content' => text } if on?('put-409-keeps-message')
        refuse(409, 'job_running', 'A background job is running', 'x-service-job-id' => run[:job][:id], 'X-Service-Run-ID' => run[:id])
      end
      events, said = turn(run, text)
      status, headers, body = stream(run, events, said, ndjson)
      headers.delete('X-Service-Run-ID') if ndjson && on?('ndjson-put-without-run-id')
      [status, headers, body]
    end

    # ---------------------------------------------------------- others
    def key_at
      k = DB[:keys][int_id('api_key_id')]
      missing('API key') if k.nil? || k[:deleted]
      missing('API key') if k['user_id'] != @user.id && !(request.delete? && on?('key-of-other-user-deleted'))
      k
    end

    def own_bundle(refusal = nil)
      b = DB[:bundles][int_id('bundle_id')]
      return b if b && b['user_id'] == @user.id

      refusal ? refuse(*refusal) : missing('Bundle')
    end

    def bundle_view(b) = hide(b).merge('tools' => b[:tools].map { |t| { 'tool_id' => t, 'bundle_id' => b['id'] } })

    def studio_at(read: false)
      c = DB[:studio][params['run_id'].to_s]
      missing('Chat') if c.nil? || c['deleted_at']
      if read
        open = on?('studio-private-without-token') && @user.nil?
        forbidden('This chat is private') if c['visibility'] == 'private' && !mine?(c) && !open
      else
        forbidden('This chat belongs to someone else') unless mine?(c)
      end
      c
    end

    def studio_attrs(b)
      str(b, 'title', max: 500)
      str(b, 'agent_id', max: 100)
      choice(b, 'visibility', %w[public private])
      b.slice('title', 'agent_id', 'visibility')
    end

    CRON_NAMES = { 3 => %w[jan feb mar apr may jun jul aug sep oct nov dec], 4 => %w[sun mon tue wed thu fri sat] }.freeze
    CRON_RANGES = [0..59, 0..23, 1..31, 1..12, 0..7].freeze

    def cron?(text)
      parts = text.strip.split(/\s+/)
      return false unless parts.size == 5

      parts.each_with_index.all? do |part, i|
        value = lambda do |v|
          n = CRON_NAMES[i]&.index(v.downcase)
          return n + (i == 3 ? 1 : 0) if n

          v =~ /\A\d{1,2}\z/ && CRON_RANGES[i].cover?(v.to_i) ? v.to_i : nil
        end
        part.split(',', -1).all? do |item|
          base, step, rest = item.split('/', -1)
          next false if rest || base.nil? || (step && step !~ /\A[1-9]\d?\z/)
          next true if base == '*'

          a, b, c = base.split('-', -1)
          next false if c || a.nil? || value.call(a).nil?

          b.nil? || (!value.call(b).nil? && value.call(b) >= value.call(a))
        end
      end
    end

    def text_to_cron(text)
      t = text.strip.downcase.gsub(/\s+/, ' ')
      return text.strip.gsub(/\s+/, ' ') if cron?(text)
      return '* * * * *' if t == 'every minute'
      return '0 * * * *' if ['every hour', 'hourly'].include?(t)
      return "*/#{$1} * * * *" if t =~ /\Aevery ([1-9]|[1-5]\d) minutes\z/

      days = { 'day' => '*', 'weekday' => '1-5', 'sunday' => '0', 'monday' => '1', 'tuesday' => '2', 'wednesday' => '3', 'thursday' => '4', 'friday' => '5', 'saturday' => '6' }
      t = t.sub(/\Adaily\b/, 'every day').sub(/\Aweekdays\b/, 'every weekday')
      m = /\Aevery (#{days.keys.join('|')})(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?\z/.match(t)
      return nil unless m

      h = (m[2] || 0).to_i
      min = (m[3] || 0).to_i
      return nil if min > 59 || (m[4] ? !(1..12).cover?(h) : h > 23)

      h = h % 12 + (m[4] == 'pm' ? 12 : 0) if m[4]
      "#{min} #{h} * * #{days[m[1]]}"
    end

    def schedule_at
      s = DB[:schedules][uuid('schedule_id')]
      missing('Schedule') if s.nil? || s['user_id'] != @user.id
      s
    end

    def schedule_chat(b, skip_owner: false)
      id = b['chat_id']
      a = id.is_a?(String) ? DB[:agents][id.downcase] : nil
      forbidden('The chat is missing or not yours') if a.nil? || (!mine?(a) && !skip_owner)
      a['id']
    end

    def schedule_cron(b, required:)
      v = str(b, 'cron_expression', required: required, max: 200)
      invalid('cron_expression', 'is not a valid cron expression') if v && !cron?(v)
      v
    end

    def public_tool(t) = t.slice('tool_id', 'name', 'title', 'toolkit', 'description')
    def mcp_tool(t, extra = {}) = { 'name' => t['name'], 'title' => t['title'], 'description' => t['description'], 'inputSchema' => t['schema'] }.merge(extra)
    def user_tool(t, at) = public_tool(t).merge('installed_at' => at)

    def period(default = 28) = q_int('period', default, 1..365)

    def daily(days)
      earning = DB[:agents].values.any? { |a| mine?(a) && a['paid'] }
      (0...days).map do |back|
        d = Date.today - (days - 1 - back)
        k = d.yday
        { date: d.iso8601, subscribers: earning ? 20 + k / 40 : 0, cents: earning ? 150 + (k * 37) % 400 : 0 }
      end
    end

    def subscription_view(s) = hide(s)
  end

  before do
    bad = !Rack::Utils.unescape_path(request.path_info).force_encoding('UTF-8').valid_encoding?
    invalid('path', 'is not valid UTF-8') if bad
  end

  def self.op(verb, path, auth = :required, &blk)
    OPERATIONS << "#{verb} #{path}"
    name = "op_#{OPERATIONS.size}"
    define_method(name, &blk)
    private name
    run = lambda do |app|
      LOCK.synchronize do
        app.send(:login, auth)
        app.send(:reply, 200, app.send(name))
      end
    end
    app_path = API + path
    case verb
    when 'GET' then get(app_path) { run.call(self) }
    when 'POST' then post(app_path) { run.call(self) }
    when 'PUT' then put(app_path) { run.call(self) }
    when 'PATCH' then patch(app_path) { run.call(self) }
    when 'DELETE' then delete(app_path) { run.call(self) }
    end
  end

  # ------------------------------------------------------------ Workers API
  post("#{WORKERS}/ndjson/:agent_id") { LOCK.synchronize { start_run(true) } }
  put("#{WORKERS}/ndjson/:agent_id/:run_id") { LOCK.synchronize { continue_run(true) } }
  post("#{WORKERS}/:agent_id") { LOCK.synchronize { start_run(false) } }
  put("#{WORKERS}/:agent_id/:run_id") { LOCK.synchronize { continue_run(false) } }
  get("#{WORKERS}/:agent_id/:run_id") do
    LOCK.synchronize do
      run = worker_run(worker_agent)
      h = worker_headers(run, 'application/json; charset=utf-8')
      h.delete('x-service-job-id') if run[:job] && run[:job][:by_put] && on?('get-hides-job-of-put')
      halt 200, h, JSON.generate(run[:messages])
    end
  end

  # ------------------------------------------------------------ runs and logs
  op 'GET', '/me/agent-runs' do
    limit = q_int('limit', on?('runs-default-limit-20') ? 20 : 30, 1..100, clamp: true)
    rows = DB[:runs].values.select { |r| r[:user_id] == @user.id }
    part, cur = paged(rows, limit, q_cursor, inclusive: on?('runs-page-repeats-last'))
    { 'agent_runs' => part.map { |r| run_view(r) }, 'next_cursor' => cur }
  end

  op 'GET', '/me/agent-runs/:run_id' do
    r = DB[:runs][uuid('run_id')]
    missing('Run') if r.nil? || (r[:user_id] != @user.id && !on?('run-view-of-other-user'))
    run_view(r)
  end

  op 'GET', '/me/agent-runs/:run_id/mcp-server-logs' do
    r = DB[:runs][uuid('run_id')]
    r && r[:user_id] == @user.id ? r[:mcp] : []
  end

  op 'GET', '/me/agent-runs/:run_id/logs' do
    r = DB[:runs][uuid('run_id')]
    r && r[:user_id] == @user.id ? settle(r)[:logs] : []
  end

  op 'GET', '/me/executions' do
    limit = q_int('limit', 30, 1..100, clamp: true)
    rows = DB[:executions].values.select { |r| r[:user_id] == @user.id }
    part, cur = paged(rows, limit, q_cursor, skips: on?('executions-page-skips-one'))
    { 'executions' => part.map { |r| hide(r) }, 'next_cursor' => cur }
  end

  op 'GET', '/me/executions/:log_id' do
    e = DB[:executions][int_id('log_id')]
    missing('Execution') if e.nil? || e[:user_id] != @user.id
    hide(e)
  end

  # ------------------------------------------------------------ subscriptions
  op 'POST', '/me/agents/:agent_id/subscribe' do
    b = json_body
    str(b, 'success_url', required: true, max: 2000)
    str(b, 'cancel_url', max: 2000)
    a = agent_at
    missing('Agent') if a['visibility'] == 'private' && !mine?(a)
    refuse(400, 'not_paid', 'This agent is not paid') unless a['paid']
    refuse(400, 'own_agent', 'You own this agent') if mine?(a) && !on?('subscribe-own-agent')
    s = DB[:subscriptions][[@user.id, a['id']]]
    refuse(402, 'already_subscribed', 'You are already subscribed') if s && s['status'] == 'active' && !on?('subscribe-again')
    id = "cs_#{SecureRandom.hex(10)}"
    DB[:sessions][id] = { user_id: @user.id, agent_id: a['id'] }
    { 'session_id' => id, 'checkout_url' => "https://checkout.sorrel.example/pay/#{id}", 'agent_id' => a['id'] }
  end

  op 'POST', '/me/agents/:agent_id/unsubscribe' do
    a = agent_at
    s = DB[:subscriptions][[@user.id, a['id']]]
    refuse(400, 'no_subscription', 'There is no active subscription to cancel') unless s && s['status'] == 'active'
    refuse(400, 'no_provider_subscription', 'The payment provider knows no such subscription') unless s['provider_subscription_id']
    done = s.merge('status' => 'canceled', 'canceled_at' => iso_now, 'updated_at' => iso_now)
    s.replace(done) unless on?('unsubscribe-not-saved')
    subscription_view(done)
  end

  op 'GET', '/me/subscriptions' do
    rows = DB[:subscriptions].values.select { |s| s['user_id'] == @user.id }
    { 'subscriptions' => rows.map { |s| subscription_view(s) }, 'total' => rows.size }
  end

  op 'GET', '/me/subscriptions/:agent_id' do
    s = DB[:subscriptions][[@user.id, params['agent_id'].to_s.downcase]]

    missing('Subscription') unless s
    subscription_view(s)
  end

  # ------------------------------------------------------------ studio chats
  op 'GET', '/me/agent-studio-chats' do
    DB[:studio].values.select { |c| c['user_id'] == @user.id && c['deleted_at'].nil? }.reverse
  end

  op 'POST', '/me/agent-studio-chats' do
    b = json_body
    id = str(b, 'run_id', max: 200, blank: false)
    attrs = studio_attrs(b)
    sandbox_check(b)
    old = id && DB[:studio][id]
    if old
      refuse(409, 'run_id_exists', 'A chat with this run_id exists') if !mine?(old) || old['deleted_at']
      old.merge!(attrs) if on?('studio-create-overwrites')
      return old
    end
    id ||= SecureRandom.uuid
    DB[:studio][id] = { 'run_id' => id, 'user_id' => @user.id, 'title' => attrs['title'], 'agent_id' => attrs['agent_id'], 'visibility' => attrs['visibility'] || 'public',
                        'cloned_from' => nil, 'created_at' => iso_now, 'updated_at' => iso_now, 'deleted_at' => nil }
  end

  op('GET', '/me/agent-studio-chats/:run_id', :optional) { studio_at(read: true) }

  op 'PUT', '/me/agent-studio-chats/:run_id' do
    b = json_body
    attrs = studio_attrs(b)
    c = studio_at
    if on?('studio-refused-put-saved') && @user.tier == 'sandbox'
      c.merge!('title' => attrs['title'], 'visibility' => attrs['visibility'] || 'public')
    end
    sandbox_check(b)
    c.merge!('title' => attrs['title'], 'agent_id' => attrs['agent_id'], 'visibility' => attrs['visibility'] || 'public')
    touch(c)
    c
  end

  op 'PATCH', '/me/agent-studio-chats/:run_id' do
    b = json_body
    attrs = studio_attrs(b)
    c = studio_at
    sandbox_check(b) unless on?('studio-patch-sandbox-private')
    attrs.delete('visibility') if attrs['visibility'].nil?
    c.merge!(attrs)
    touch(c)
    c
  end

  op 'DELETE', '/me/agent-studio-chats/:run_id' do
    c = studio_at
    c['deleted_at'] = iso_now
    touch(c)
    c
  end

  op 'POST', '/me/agent-studio-chats/:run_id/clone' do
    c = DB[:studio][params['run_id'].to_s]
    missing('Chat') if c.nil? || c['deleted_at']
    refuse(400, 'private_chat', 'Private chats cannot be cloned') if c['visibility'] == 'private'
    id = SecureRandom.uuid
    n = DB[:studio][id] = c.merge('run_id' => id, 'user_id' => @user.id, 'cloned_from' => c['run_id'], 'created_at' => iso_now, 'updated_at' => iso_now)
    reply(201, n)
  end

  # ------------------------------------------------------------ agents
  op 'GET', '/me/agents/vanity/slug' do
    slug = query['slug']
    invalid('slug', "can't be missing") if slug.nil? || slug.strip.empty?
    taken = DB[:agents].values.any? { |a| a['vanity_slug'] == slug.downcase && (!on?('slug-own-counts-as-free') || !mine?(a)) }
    { 'slug' => slug, 'available' => !taken && !(slug !~ /\A[a-z0-9]+(-[a-z0-9]+)*\z/) }
  end

  op 'POST', '/me/agents/vanity/slug', :none do
    b = json_body
    name = str(b, 'name', required: true, blank: false, max: 200)
    base = name.unicode_normalize(:nfkd).downcase.gsub(/[^a-z0-9]+/, '-').gsub(/\A-+|-+\z/, '')[0, 50].to_s.chomp('-')
    base = 'agent' if base.empty?
    slug = base
    n = 1
    slug = "#{base}-#{n += 1}" while DB[:agents].values.any? { |a| a['vanity_slug'] == slug }
    { 'slug' => slug }
  end

  op 'GET', '/me/agents' do
    DB[:agents].values.select { |a| mine?(a) }.reverse
  end

  op 'POST', '/me/agents' do
    b = json_body
    id = str(b, 'id') || str(b, 'agent_id')
    if id
      a = DB[:agents][id.downcase] || missing('Agent')
      forbidden('This agent belongs to someone else') unless mine?(a)
      prompt_check(b) unless on?('agent-upsert-without-prompt')
      sandbox_check(b)
      write_agent(a, agent_attrs(b, except: a['id']))
    else
      prompt_check(b)
      sandbox_check(b)
      create_agent(b)
    end
  end

  op 'GET', '/me/agents/:agent_id', :optional do
    a = agent_at

    readable(a)
  end

  op 'POST', '/me/agents/:agent_id/upsell-description' do
    a = agent_at
    missing('Agent') unless mine?(a)
    text = "#{a['name'] || 'This agent'} does it for you: #{a['chat_prompt'][0, 80]}"
    return a.merge('upsell_description' => text) if on?('upsell-not-saved')

    a['upsell_description'] = text
    touch(a)
    a
  end

  VIBES = [%w[lovable Lovable], %w[bolt Bolt], %w[v0 v0]].freeze

  op 'GET', '/me/agents/:agent_id/vibe' do
    name = query['service_name']
    invalid('service_name', "can't be missing") if name.nil?
    invalid('service_name', "must be one of #{VIBES.map(&:first).join(', ')}") unless VIBES.any? { |v| v[0] == name } || on?('vibe-service-unchecked')
    a = readable(agent_at)
    { 'service_name' => name, 'agent_id' => a['id'], 'prompt' => "Build a page in #{name} that talks to the agent #{a['name']} (#{a['id']})." }
  end

  op('GET', '/me/vibe/services', :none) { { 'services' => VIBES.map { |n, l| { 'service_name' => n, 'label' => l } } } }

  op 'GET', '/me/agents/:agent_id/customizations/theme' do
    a = readable(agent_at(strict: true))
    t = DB[:themes][a['id']]
    t
  end

  op 'PUT', '/me/agents/:agent_id/customizations/theme' do
    b = json_body
    color = str(b, 'theme_color', required: true)
    a = agent_at(strict: true)
    forbidden('This agent belongs to someone else') unless mine?(a)
    good = on?('theme-color-by-line') ? color =~ /^#\h{6}$/ : color =~ /\A#\h{6}\z/
    if good
      old = DB[:themes][a['id']]
      DB[:themes][a['id']] = { 'agent_id' => a['id'], 'theme_color' => color, 'created_at' => old ? old['created_at'] : iso_now, 'updated_at' => iso_now }
    end
    refuse(400, 'invalid_theme_color', 'The theme color must be like #1a2b3c') unless good
    DB[:themes][a['id']]
  end

  # ------------------------------------------------------------ files
  op('GET', '/me/agents/:agent_id/files') { file_list(own_agent) }

  op 'POST', '/me/agents/:agent_id/files' do
    b = json_body
    name = str(b, 'filename', required: true, max: 300)
    content = str(b, 'content', max: 1_000_000)
    type = str(b, 'content_type', max: 200)
    pos = int(b, 'position', 0..10_000)
    a = own_agent
    refuse(400, 'invalid_file', "filename can't be blank") if name.strip.empty?
    count = files_of(a).size
    count = [count, a[:files_ever].to_i].max if on?('files-limit-counts-deleted')
    full = count >= FILE_CAP
    refuse(400, 'file_limit', "An agent has at most #{FILE_CAP} files") if full && !on?('files-limit-refused-but-saved')
    a[:files_ever] = a[:files_ever].to_i + 1
    id = SecureRandom.uuid
    f = DB[:files][id] = { 'id' => id, 'agent_id' => a['id'], 'filename' => name, 'content_type' => type || 'text/plain', 'content' => content || '', 'size' => (content || '').bytesize,
                           'position' => pos || (files_of(a).map { |x| x['position'] }.max || -1) + 1, 'created_at' => iso_now, 'updated_at' => iso_now }
    refuse(400, 'file_limit', "An agent has at most #{FILE_CAP} files") if full
    reply(201, f)
  end

  op 'PUT', '/me/agents/:agent_id/files/positions' do
    b = json_body
    list = b['positions']
    invalid('positions', 'must be an array') unless list.is_a?(Array)
    list.each do |e|
      invalid('positions', 'must hold objects') unless e.is_a?(Hash)
      str(e, 'file_id', required: true)
      invalid('position', "can't be missing") if e['position'].nil?
      int(e, 'position', 0..10_000)
    end
    invalid('positions', 'names a file twice') if list.map { |e| e['file_id'].downcase }.uniq.size != list.size
    invalid('positions', 'gives a position twice') if list.map { |e| e['position'] }.uniq.size != list.size
    a = own_agent
    change = lambda do |e|
      f = DB[:files][e['file_id'].downcase]
      missing('File') if f.nil? || f['agent_id'] != a['id']
      f
    end
    list.each { |e| change.call(e) } unless on?('positions-partly-saved')
    list.each do |e|
      f = change.call(e)
      f['position'] = e['position']
      touch(f)
    end
    file_list(a)
  end

  op('GET', '/me/agents/:agent_id/files/:file_id') { file_at(own_agent) }

  op 'PATCH', '/me/agents/:agent_id/files/:file_id' do
    b = json_body
    name = str(b, 'filename', max: 300, blank: false)
    content = str(b, 'content', max: 1_000_000)
    type = str(b, 'content_type', max: 200)
    pos = int(b, 'position', 0..10_000)
    f = file_at(own_agent)
    f['filename'] = name if name
    if content
      f['content'] = content
      f['size'] = content.bytesize
    end
    f['content_type'] = type if type
    f['position'] = pos if pos
    touch(f)
    f
  end

  op 'DELETE', '/me/agents/:agent_id/files/:file_id' do
    f = file_at(own_agent)
    DB[:files].delete(f['id'])
    reply(204, nil)
  end

  # ------------------------------------------------------------ chats
  op 'GET', '/me/chats' do
    DB[:agents].values.select { |a| mine?(a) }.reverse
  end

  op 'POST', '/me/chats' do
    b = json_body
    prompt_check(b)
    sandbox_check(b)
    create_agent(b)
  end

  op('GET', '/me/chats/:chat_id', :optional) { readable(agent_at('chat_id')) }

  op 'PUT', '/me/chats/:chat_id' do
    b = json_body
    a = own_agent('chat_id', strict: false)
    prompt_check(b)
    sandbox_check(b)
    write_agent(a, agent_attrs(b, except: a['id']))
  end

  op 'PATCH', '/me/chats/:chat_id' do
    b = json_body
    a = own_agent('chat_id', strict: false)
    prompt_check(b, key_required: false)
    sandbox_check(b)
    attrs = agent_attrs(b, except: a['id'])
    attrs['vanity_slug'] ||= nil if on?('chat-patch-clears-slug')
    write_agent(a, attrs)
  end

  op 'DELETE', '/me/chats/:chat_id' do
    a = agent_at('chat_id')
    allowed = mine?(a)
    forbidden('This agent belongs to someone else') unless allowed || (on?('chat-delete-refused-but-done') && a['visibility'] == 'public')
    DB[:agents].delete(a['id'])
    DB[:themes].delete(a['id'])
    DB[:files].delete_if { |_, f| f['agent_id'] == a['id'] }
    DB[:schedules].delete_if { |_, s| s['chat_id'] == a['id'] }
    forbidden('This agent belongs to someone else') unless allowed
    a
  end

  op 'GET', '/me/chats/:chat_id/og', :none do
    a = DB[:agents][uuid('chat_id')]
    a = nil if a && a['visibility'] == 'private' && !on?('og-shows-private-chat')
    { 'title' => (a && a['name']) || 'Sorrel agents', 'description' => (a && (a['description'] || a['chat_prompt'][0, 160])) || 'Talk to an agent', 'image' => 'https://sorrel.example/og.png',
      'url' => a ? "https://sorrel.example/chats/#{a['id']}" : 'https://sorrel.example/' }
  end

  op 'POST', '/me/chats/:chat_id/clone' do
    b = json_body(optional: true)
    a = agent_at('chat_id', strict: true)
    forbidden('This chat is not public') if a['visibility'] == 'private' && !on?('chat-clone-private')
    prompt_check(b, key_required: false)
    sandbox_check(b)
    attrs = agent_attrs(b)
    copy = a.slice('name', 'description', 'chat_prompt', 'visibility', 'price_cents').merge(attrs.compact)
    new_agent(on?('chat-clone-keeps-owner') ? USERS[a['user_id']] : @user, copy)
  end

  op 'POST', '/me/chats/:chat_id/feedback' do
    b = json_body
    invalid('rating', "can't be missing") if b['rating'].nil?
    int(b, 'rating', 1..5)
    str(b, 'comment', max: 5000)
    a = agent_at('chat_id')
    missing('Chat') if a['visibility'] == 'private' && !mine?(a)
    DB[:feedback] << { agent_id: a['id'], user_id: @user.id, rating: b['rating'], comment: b['comment'] }
    a['feedback_count'] += 1
    a
  end

  op 'POST', '/me/chats/:chat_id/runs' do
    a = agent_at('chat_id', strict: true)
    readable(a)
    run = new_run(@user, a)
    run_log(run, 'run_created', nil)
  end

  # ------------------------------------------------------------ keys
  op 'GET', '/me/api-keys' do
    DB[:keys].values.select { |k| k['user_id'] == @user.id && !k[:deleted] }.map { |k| on?('keys-list-shows-value') ? hide(k) : hide(k, 'key') }
  end

  op 'POST', '/me/api-keys' do
    b = json_body(optional: true)
    hide(new_key(@user, str(b, 'name', max: 200) || 'API key'))
  end

  op 'GET', '/me/api-keys/default' do
    mine = DB[:keys].values.select { |k| k['user_id'] == @user.id && !k[:deleted] }
    k = mine.find { |x| x['is_default'] } || mine.first || new_key(@user, 'Default key', default: true)
    k['is_default'] = true
    hide(k)
  end

  op('GET', '/me/api-keys/:api_key_id') { hide(key_at) }

  op 'DELETE', '/me/api-keys/:api_key_id' do
    k = key_at
    k[:deleted] = true
    k['is_default'] = false
    hide(k, 'key')
  end

  # ------------------------------------------------------------ billing, credits, payments
  op('GET', '/me/billing') do
    { 'user_id' => @user.id, 'plan' => @user.tier, 'status' => @user.tier == 'sandbox' ? 'none' : 'active', 'amount_cents' => @user.tier == 'sandbox' ? 0 : 2000, 'currency' => 'usd',
      'current_period_end' => (Time.now.utc + 20 * 86_400).strftime('%FT00:00:00Z') }
  end

  op('GET', '/me/credits') { DB[:credits][@user.id] || missing('Credits') }

  op 'POST', '/me/credits/use' do
    c = DB[:credits][@user.id] || missing('Credits')
    missing('Credits') unless c['balance'].positive?
    before = c.dup
    unlocked if on?('credits-use-race')
    c['balance'] = before['balance'] - 1
    c['used'] = before['used'] + 1
    touch(c)
    c
  end

  op 'POST', '/me/payments/webhook', :none do
    sig = request.env['HTTP_X_SORREL_SIGNATURE']
    unless on?('webhook-unsigned-taken') && sig.nil?
      refuse(400, 'signature_missing', 'The signature is missing') if sig.nil? || sig.strip.empty?
      t = sig[/\bt=(\d+)/, 1].to_i
      good = sig == Tokens.hook_signature(raw_body, t)
      refuse(400, 'invalid_event', 'The signature does not fit') unless good
    end
    e = begin
      JSON.parse(raw_body)
    rescue JSON::ParserError
      nil
    end
    refuse(400, 'invalid_event', 'The event is not valid') unless e.is_a?(Hash) && e['type'].is_a?(String)
    s = e.dig('data', 'object', 'id') if e['type'] == 'checkout.session.completed'
    if s && (x = DB[:sessions].delete(s))
      new_subscription(USERS[x[:user_id]], x[:agent_id])
    end
    { 'success' => true }
  end

  op 'POST', '/me/payments/sessions' do
    b = json_body
    id = str(b, 'price_id', required: true, blank: false, max: 200)
    sid = "cs_#{SecureRandom.hex(10)}"
    { 'session_id' => sid, 'url' => "https://checkout.sorrel.example/pay/#{sid}", 'price_id' => id }
  end

  op 'GET', '/me/monetization/summary' do
    n = period
    d = daily(n)
    { 'period' => n, 'total_subscribers' => d.last[:subscribers], 'total_earnings_cents' => d.sum { |x| x[:cents] }, 'currency' => 'usd' }
  end

  op 'GET', '/me/monetization/subscribers' do
    n = period
    { 'period' => n, 'subscribers' => daily(n).map { |x| { 'date' => x[:date], 'count' => x[:subscribers] } } }
  end

  op 'GET', '/me/monetization/earnings' do
    n = period(on?('earnings-default-30') ? 30 : 28)
    { 'period' => n, 'earnings' => daily(n).map { |x| { 'date' => x[:date], 'amount_cents' => x[:cents] } }, 'currency' => 'usd' }
  end

  # ------------------------------------------------------------ bundles
  op('GET', '/me/bundles') do
    DB[:bundles].values.select { |b| b['user_id'] == @user.id }.map do |b|
      hide(b).merge('tool_count' => b[:tools].size)
    end
  end

  op 'POST', '/me/bundles' do
    id = seq(:bundles, 300)
    n = DB[:bundles].values.count { |b| b['user_id'] == @user.id } + 1
    bundle_view(DB[:bundles][id] = { 'id' => id, 'user_id' => @user.id, 'name' => "Bundle #{n}", 'description' => nil, 'created_at' => iso_now, 'updated_at' => iso_now, :tools => [] })
  end

  op('GET', '/me/bundles/:bundle_id') { bundle_view(own_bundle) }

  op 'PUT', '/me/bundles/:bundle_id' do
    body = json_body
    name = str(body, 'name', required: true, blank: false, max: 200)
    str(body, 'description', max: 2000)
    b = own_bundle([409, 'update_failed', 'The bundle could not be updated'])
    b['name'] = name
    b['description'] = body['description'] if body.key?('description')
    touch(b)
    bundle_view(b)
  end

  op 'DELETE', '/me/bundles/:bundle_id' do
    b = own_bundle
    DB[:bundles].delete(b['id'])
    hide(b)
  end

  op 'GET', '/me/bundles/:bundle_id/tools' do
    b = DB[:bundles][int_id('bundle_id')]
    b && b['user_id'] == @user.id ? bundle_view(b)['tools'] : []
  end

  op 'POST', '/me/bundles/:bundle_id/tools' do
    body = json_body
    tool_id = str(body, 'tool_id', required: true, blank: false, max: 300)
    b = own_bundle
    missing('Tool') unless TOOLS.key?(tool_id)
    b[:tools] << tool_id if !b[:tools].include?(tool_id)
    touch(b)
    { 'tool_id' => tool_id, 'bundle_id' => b['id'] }
  end

  op 'DELETE', '/me/bundles/:bundle_id/tools/:tool_id' do
    b = own_bundle
    id = params['tool_id'].to_s
    missing('Tool') unless b[:tools].include?(id)
    on?('bundle-remove-tool-empties') ? b[:tools].clear : b[:tools].delete(id)
    touch(b)
    { 'tool_id' => id, 'bundle_id' => b['id'] }
  end

  # ------------------------------------------------------------ CLI auth
  helpers do
    def cli_view(s) = s.slice('id', 'user_id', 'status', 'created_at', 'updated_at')
  end

  op 'POST', '/me/cli-auth', :none do
    id = SecureRandom.uuid
    cli_view(DB[:cli][id] = { 'id' => id, 'user_id' => nil, 'status' => 'pending', 'created_at' => iso_now, 'updated_at' => iso_now, :jwt => nil })
  end

  op 'PUT', '/me/cli-auth/:cli_auth_id' do
    b = json_body
    jwt = str(b, 'jwt', required: true, blank: false, max: 10_000)
    s = DB[:cli][uuid('cli_auth_id')] || missing('CLI auth session')
    forbidden('You may not update this login session') if s['user_id'] && s['user_id'] != @user.id && !on?('cli-put-by-second-user')
    forbidden('This login session is finished') if s['status'] == 'consumed'
    s.merge!('user_id' => @user.id, 'status' => 'attached', 'updated_at' => iso_now, :jwt => jwt)
    cli_view(s)
  end

  op 'GET', '/me/cli-auth/:auth_id', :none do
    s = DB[:cli][uuid('auth_id')]

    missing('CLI auth session') unless s
    jwt = s[:jwt]
    unlocked if jwt && on?('cli-read-race')
    if jwt
      s[:jwt] = nil
      s['status'] = 'consumed'
      touch(s)
    end
    jwt
  end

  # ------------------------------------------------------------ schedules
  op 'GET', '/me/schedules' do
    rows = DB[:schedules].values.select { |s| s['user_id'] == @user.id }
    { 'schedules' => rows.map { |s| hide(s) }, 'total' => rows.size }
  end

  op 'POST', '/me/schedules' do
    b = json_body
    chat = schedule_chat(b, skip_owner: on?('schedule-for-others-chat'))
    cron = schedule_cron(b, required: true)
    str(b, 'message', max: 10_000)
    invalid('enabled', 'must be true or false') unless [nil, true, false].include?(b['enabled'])
    id = SecureRandom.uuid
    cron = cron.split.values_at(0, 1, 2, 3).push('*').join(' ') if on?('schedule-loses-weekday')
    hide(DB[:schedules][id] = { 'id' => id, 'user_id' => @user.id, 'chat_id' => chat, 'cron_expression' => cron, 'message' => b['message'], 'enabled' => b['enabled'] != false, 'created_at' => iso_now, 'updated_at' => iso_now })
  end

  op 'GET', '/me/schedules/onboarding' do
    { 'has_schedules' => DB[:schedules].values.any? { |s| s['user_id'] == @user.id }, 'suggestions' => [{ 'title' => 'Monday briefing', 'cron_expression' => '0 9 * * 1' }, { 'title' => 'Daily digest', 'cron_expression' => '0 18 * * *' }] }
  end

  op 'GET', '/me/schedules/text-to-cron' do
    text = query['cron']
    invalid('cron', "can't be missing") if text.nil?
    cron = text_to_cron(text)
    refuse(400, 'invalid_cron', 'This is not a cron expression') unless cron
    { 'cron' => cron, 'text' => text }
  end

  op('GET', '/me/schedules/:schedule_id') { hide(schedule_at) }

  op 'PUT', '/me/schedules/:schedule_id' do
    b = json_body
    s = schedule_at
    chat = b['chat_id'].nil? ? s['chat_id'] : schedule_chat(b)
    cron = schedule_cron(b, required: false) || s['cron_expression']
    str(b, 'message', max: 10_000)
    invalid('enabled', 'must be true or false') unless [nil, true, false].include?(b['enabled'])
    new = s.merge('chat_id' => chat, 'cron_expression' => cron, 'message' => b.key?('message') ? b['message'] : s['message'], 'enabled' => b['enabled'].nil? ? s['enabled'] : b['enabled'], 'updated_at' => iso_now)
    s.replace(new) unless on?('schedule-put-not-saved')
    hide(new)
  end

  op 'DELETE', '/me/schedules/:schedule_id' do
    s = schedule_at
    DB[:schedules].delete(s['id'])
    hide(s)
  end

  # ------------------------------------------------------------ tools
  op('GET', '/me/tools/list') { TOOLS.values.map { |t| mcp_tool(t) } }

  op 'GET', '/me/tools', :none do
    TOOLS.values.map { |t| public_tool(t) }
  end

  op 'GET', '/me/tools/search' do
    q = query['q']
    invalid('q', "can't be missing") if q.nil?
    invalid('q', "can't be empty") if q.empty?
    limit = q_int('limit', 20, 1..(on?('search-limit-201-taken') ? 1000 : 200))
    min = query['min_score']
    if min
      invalid('min_score', 'must be a number') unless min =~ /\A-?\d*\.?\d+([eE]-?\d+)?\z/
      min = min.to_f
      invalid('min_score', 'is out of range') unless (0.0..1.0).cover?(min)
    else
      min = 0.15
    end
    kit = query['toolkit']
    kit = nil if kit && (kit.empty? || kit == 'null')
    words = q.downcase.scan(/[[:alnum:]]+/)
    rows = TOOLS.values.filter_map do |t|
      next if kit && t['toolkit'] != kit

      own = "#{t['name']} #{t['title']} #{t['description']} #{t['toolkit']}".downcase
      parts = own.scan(/[[:alnum:]]+/)
      score = words.empty? ? 0.0 : words.sum { |w| parts.include?(w) ? 1.0 : (own.include?(w) ? 0.5 : 0.0) } / words.size
      score = 1.0 if q.downcase == t['name'].downcase
      score = 1.0 if q.empty?
      [t, score.round(4)] if score >= min
    end
    rows = rows.sort_by.with_index { |(_, s), i| [-s, i] }
    rows.first(limit).map { |t, s| mcp_tool(t, '_meta' => { 'score' => s }) }
  end

  op('GET', '/me/tools/:tool_id', :none) { public_tool(TOOLS[params['tool_id'].to_s] || missing('Tool')) }

  op 'POST', '/me/tools/run/:tool_name' do
    name = params['tool_name'].to_s
    t = TOOLS[name] || missing('Tool')
    input = json_body
    service = query['service_id'] || 'default'
    space = query['service_id_namespace'] || 'global'
    begin
      if t['toolkit'] == 'notifier' && (service != 'default' || space != 'global' || !DB[:notifier][@user.id])
        raise BadInput, "there is no auth connection #{space}/#{service} to the notification service"
      end

      output = Runner.call(@user, name, input)
    rescue BadInput => e
      if on?('tool-run-bad-input-200')
        return { 'tool_name' => name, 'status' => 'success', 'output' => {}, 'execution_id' => new_execution(@user, name, input, {})['id'] }
      end
      refuse(400, 'invalid_input', e.message)
    end
    e = new_execution(@user, name, input, output)
    { 'tool_name' => name, 'status' => 'success', 'output' => output, 'execution_id' => e['id'] }
  end

  op('GET', '/me/toolsets/list') { TOOLSETS.map { |n, d| { 'name' => n, 'description' => d, 'tool_count' => TOOLS.values.count { |t| t['toolkit'] == n } } } }

  op 'GET', '/me/toolsets/:toolset_name' do
    n = params['toolset_name'].to_s
    d = TOOLSETS[n] || missing('Toolset')
    { 'name' => n, 'description' => d, 'tools' => TOOLS.values.select { |t| t['toolkit'] == n }.map { |t| mcp_tool(t) } }
  end

  op('GET', '/me/user-tools') { DB[:installed][@user.id].map { |id, at| user_tool(TOOLS[id], at) } }

  op 'POST', '/me/user-tools' do
    b = json_body
    id = str(b, 'tool_id', required: true, max: 300)
    refuse(409, 'install_failed', 'This tool does not exist') unless TOOLS.key?(id)
    refuse(409, 'install_failed', 'This tool is installed already') if DB[:installed][@user.id].key?(id)
    at = DB[:installed][@user.id][id] = iso_now
    { 'tool_id' => id, 'user_id' => @user.id, 'installed_at' => at }
  end

  op 'GET', '/me/user-tools/:tool_id' do
    id = params['tool_id'].to_s
    at = DB[:installed][@user.id][id]
    missing('Tool') unless at
    user_tool(TOOLS[id], at)
  end

  op 'DELETE', '/me/user-tools/:tool_id' do
    id = params['tool_id'].to_s
    at = DB[:installed][@user.id].delete(id) || missing('Tool')
    DB[:installed].each_value { |h| h.delete(id) } if on?('uninstall-for-everyone')
    { 'tool_id' => id, 'user_id' => @user.id, 'installed_at' => at }
  end

  # ------------------------------------------------------------ user and VIP
  op('GET', '/me/') { { 'id' => @user.id, 'email' => @user.email, 'name' => @user.name, 'tier' => @user.tier, 'created_at' => '2025-01-01T00:00:00.000000Z' } }

  helpers do
    def redeemed = DB[:redemptions].count { |r| r[:user_id] == @user.id }
  end

  op('GET', '/me/vip') { { 'count' => redeemed } }

  op 'POST', '/me/vip' do
    b = json_body
    code = str(b, 'code', required: true, max: 200)
    maker = DB[:vip][code]
    DB[:redemptions] << { user_id: @user.id, code: code } if on?('vip-refused-counted') && maker.nil?
    refuse(400, 'invalid_code', 'This code is not valid') if maker.nil?
    refuse(400, 'own_code', 'This code is your own') if maker == @user.id
    used = DB[:redemptions].any? { |r| r[:user_id] == @user.id && r[:code] == code }
    refuse(400, 'code_redeemed', 'You have redeemed this code') if used
    unlocked if on?('vip-race')
    DB[:redemptions] << { user_id: @user.id, code: code }
    { 'code' => code, 'redeemed_at' => iso_now, 'count' => redeemed }
  end

  # ------------------------------------------------------------ the rest
  %w[get post put patch delete].each do |verb|
    send(verb, '*') { refuse(404, 'not_found', 'There is nothing here') }
  end

  error Sinatra::BadRequest, Rack::QueryParser::QueryLimitError do
    content_type :json
    status 422
    JSON.generate('errors' => [{ 'code' => 'invalid', 'field' => 'query', 'message' => 'query is not valid' }])
  end

  error do
    e = env['sinatra.error']
    warn "#{e.class}: #{e.message}\n#{e.backtrace.first(6).join("\n")}" if ENV['DEBUG']
    content_type :json
    status 500
    JSON.generate('errors' => [{ 'code' => 'internal', 'message' => 'Internal error' }])
  end
end
