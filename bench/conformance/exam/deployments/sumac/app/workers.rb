# frozen_string_literal: true
module Workers
  JOB_SECONDS = 2.5
  LAST_RUN = {}
  module_function

  def agent!(id, user)
    id.match?(UUID) or invalid!(%w[path agent_id], 'agent_id must be a UUID', 'uuid_parsing')
    a = DB[:agents].first(id: id.downcase, deleted_at: nil) or fail!(404, 'There is no such agent', 'agent_id')
    return a if a[:user_id] == user[:id]
    fail!(403, 'This agent is private', 'agent_id') if a[:visibility] == 'private'
    if a[:price_cents] && !DB[:subscriptions].first(user_id: user[:id], agent_id: a[:id], status: 'active')
      fail!(402, 'This agent asks for a subscription', 'agent_id')
    end
    a
  end

  def run!(agent, id, user, writing: false)
    id.match?(UUID) or invalid!(%w[path run_id], 'run_id must be a UUID', 'uuid_parsing')
    ds = DB[:runs].where(id: id.downcase, agent_id: agent[:id])
    ds = ds.where(user_id: user[:id]) unless fault?('run-readable-by-others') && !writing || fault?('put-into-foreign-run') && writing
    ds.first or fail!(404, 'There is no such run', 'run_id')
  end

  def log(run, event, detail = nil)
    DB[:run_logs].insert(id: nano, run_id: run[:id], agent_id: run[:agent_id], user_id: run[:user_id], event: event, detail: detail && JSON.generate(detail), created_at: Clock.now)
  end

  def new_run(agent_id, user_id, source)
    now = Clock.now
    run = { id: SecureRandom.uuid, agent_id: agent_id, user_id: user_id, source: source, job_id: nil, job_result: nil, created_at: now, updated_at: now }
    DB[:runs].insert(run)
    run
  end

  def say(run, role, content)
    seq = DB[:messages].where(run_id: run[:id]).max(:seq).to_i + 1
    DB[:messages].insert(run_id: run[:id], seq: seq, role: role, content: content, created_at: Clock.now)
  end

  # What the worker does with a message: pieces of text, tool calls, perhaps a job.
  def plan(message, turn, resumed)
    pre = resumed ? "The background job #{resumed}. " : ''
    case message
    when /\Astart failing background job\z/i then { job: 'failed', parts: [[:text, "#{pre}Starting a job that will not end well."]] }
    when /\Astart background job\z/i then { job: 'succeeded', parts: [[:text, "#{pre}Starting the job in the background."]] }
    when /\Aread the tide table\z/i
      call = "call_#{nano}"
      input = { 'port' => 'Hull' }
      { parts: [[:text, "#{pre}Let me look that up. "], [:tool_call, call, 'read_tide_table', input], [:tool_result, call, 'read_tide_table', Tools.tide('Hull')], [:text, 'High water comes twice today.']] }
    when /\Acount slowly\z/i
      { parts: [[:text, "#{pre}one "]] + %w[two three four five six seven].map { |w| [:pause] + [[:text, "#{w} "]] }.flat_map { |a| [[:pause], a[1]] } + [[:pause], [:text, 'eight']] }
    else
      words = "#{pre}Turn #{turn}. You said: #{message}".scan(/\S+\s*|\s+/)
      { parts: words.each_slice([words.size / 12 + 1, 3].max).map { |w| [:text, w.join] } }
    end
  end

  def chat(req, agent_id, run_id, ndjson)
    user = req.key_user
    agent = agent!(agent_id, user)
    run = run_id && run!(agent, run_id, user, writing: true)
    b = req.body(run_id ? 'ContinueRunRequest' : 'StartRunRequest')
    message = b['message']
    if run && fault?('empty-message-refused-on-put') && message.strip.empty?
      invalid!(%w[body message], 'message must not be empty')
    end
    if !run && fault?('post-blocked-by-any-job') && DB[:runs].where(user_id: user[:id]).exclude(job_id: nil).any?
      fail!(409, 'A background job is running')
    end
    plan = nil
    work = lambda do
      if run
        run = DB[:runs].first(id: run[:id])
        if run[:job_id] && !(fault?('ndjson-put-ignores-job') && ndjson)
          say(run, 'user', message) if fault?('put-409-keeps-message')
          if fault?('put-409-keeps-message')
            throw :halt, App.error(ApiError.new(409, 'conflict', 'A background job is running'))
          end
          fail!(409, 'A background job is running')
        end
      else
        if fault?('post-reuses-run') && (old = LAST_RUN[[user[:id], agent[:id]]])
          run = DB[:runs].first(id: old)
        else
          run = new_run(agent[:id], user[:id], 'api')
        end
        LAST_RUN[[user[:id], agent[:id]]] = run[:id]
        log(run, 'run_started', { source: 'api' })
      end
      turn = DB[:messages].where(run_id: run[:id], role: 'user').count + 1
      plan = plan(message, turn, run[:job_result])
      kept = fault?('message-text-as-replacement') ? 'MESSAGE'.sub('MESSAGE', message) : message
      text = plan[:parts].select { |p| p[0] == :text }.map { |p| p[1] }.join
      if fault?('concurrent-puts-lose-messages') && run_id
        seq = DB[:messages].where(run_id: run[:id]).max(:seq).to_i
        sleep 0.03
        DB[:messages].insert_conflict.insert(run_id: run[:id], seq: seq + 1, role: 'user', content: kept, created_at: Clock.now)
        DB[:messages].insert_conflict.insert(run_id: run[:id], seq: seq + 2, role: 'assistant', content: text, created_at: Clock.now)
      else
        say(run, 'user', kept)
        say(run, 'assistant', text) unless text.empty?
      end
      if fault?('history-keeps-last-six') && run_id
        keep = DB[:messages].where(run_id: run[:id]).reverse(:seq).limit(6).select_map(:id)
        DB[:messages].where(run_id: run[:id]).exclude(id: keep).delete
      end
      log(run, 'message_received', { turn: turn })
      calls = plan[:parts].select { |p| p[0] == :tool_call }
      calls.each do |_, id, name, input|
        out = plan[:parts].find { |p| p[0] == :tool_result && p[1] == id }[3]
        DB[:mcp_logs].insert(id: nano, run_id: run[:id], user_id: user[:id], server: 'sea', tool_name: name, input: JSON.generate(input), output: JSON.generate(out), status: 'succeeded', created_at: Clock.now)
        log(run, 'tool_called', { tool_name: name })
      end
      job = plan[:job] && "job_#{nano}"
      DB[:runs].where(id: run[:id]).update(job_id: job, job_result: nil, updated_at: Clock.now)
      run = run.merge(job_id: job)
      log(run, 'job_started', { job_id: job }) if job
    end
    fault?('concurrent-puts-lose-messages') && run_id ? work.call : tx(&work)
    start_job(run, plan[:job]) if run[:job_id]
    headers = { 'X-Service-Run-ID' => run[:id], 'Cache-Control' => 'no-store' }
    headers.delete('X-Service-Run-ID') if run_id && fault?('put-without-run-header')
    headers['X-Service-Job-ID'] = run[:job_id] if run[:job_id]
    headers['Content-Type'] = ndjson ? 'application/x-ndjson' : 'text/plain; charset=utf-8'
    body = ndjson ? Lines.new(run, plan[:parts]) : Text.new(plan[:parts])
    if fault?('text-stream-buffered') && !ndjson
      all = +''
      body.each { |s| all << s }
      headers['Content-Length'] = all.bytesize.to_s
      body = [all]
    end
    Resp.new(200, headers, body)
  end

  def start_job(run, result)
    job = run[:job_id]
    Thread.new do
      sleep JOB_SECONDS
      raise 'job failed' if result == 'failed' && fault?('failed-job-never-ends')
      tx do
        DB[:runs].where(id: run[:id], job_id: job).update(job_id: nil, job_result: result, updated_at: Clock.now)
        log(run, 'job_finished', { job_id: job, result: result })
      end
    end.tap { |t| t.report_on_exception = false }
  end

  def read(req, agent_id, run_id)
    user = req.key_user
    agent = agent!(agent_id, user)
    run = run!(agent, run_id, user)
    list = DB[:messages].where(run_id: run[:id]).order(:seq).all.map { |m| { role: m[:role], content: m[:content] } }
    headers = { 'Content-Type' => 'application/json', 'Cache-Control' => 'no-store' }
    job = run[:job_id]
    job = DB[:runs].where(agent_id: agent[:id], user_id: user[:id]).exclude(job_id: nil).get(:job_id) if fault?('job-header-on-other-runs')
    headers['X-Service-Job-ID'] = job if job
    headers['X-Service-Run-ID'] = run[:id]
    Resp.new(200, headers, [JSON.generate(list)])
  end

  class Text
    def initialize(parts) = @parts = parts

    def each
      if fault?('utf8-split-in-stream')
        all = @parts.select { |p| p[0] == :text }.map { |p| p[1] }.join
        0.step(all.bytesize - 1, 16) { |i| yield all.byteslice(i, 16).scrub('?') }
        return
      end
      @parts.each do |kind, a, b, c|
        case kind
        when :text then yield a
        when :pause then sleep 0.25
        when :tool_call then yield "[tool_call #{b} #{JSON.generate(c)}]\n" if fault?('text-stream-shows-tool-calls')
        end
      end
    end

    def close; end
  end

  class Lines
    def initialize(run, parts)
      @run, @parts = run, parts
    end

    def line(h)
      return "#{JSON.pretty_generate(h)}\n" if fault?('ndjson-lines-broken') && h[:type] == 'tool_result'
      "#{JSON.generate(h)}\n"
    end

    def each
      yield line({ type: 'run', run_id: @run[:id] })
      @parts.each do |kind, a, b, c|
        case kind
        when :text then yield line({ type: 'text', text: a })
        when :pause then sleep 0.25
        when :tool_call then yield line({ type: 'tool_call', id: a, name: b, input: c })
        when :tool_result then yield line({ type: 'tool_result', id: a, name: b, output: c }) unless fault?('ndjson-without-tool-results')
        end
      end
      yield line({ type: 'job', job_id: @run[:job_id], state: 'running' }) if @run[:job_id]
      yield line({ type: 'done', run_id: @run[:id] })
    end

    def close; end
  end
end
