# A Rack body that sends each piece as the worker says it.
class WorkerStream
  def initialize(turn, ndjson)
    @turn = turn
    @ndjson = ndjson
  end

  def each
    held = +''
    emit = ->(chunk) { bug?('text-stream-buffered') && !@ndjson ? held << chunk : yield(chunk) }
    last = nil
    @turn.pieces.each do |kind, value, pause|
      sleep pause if pause
      chunk = @ndjson ? ndjson(kind, value) : text(kind, value)
      next unless chunk
      emit.call(last) if last
      last = chunk
    end
    @turn.finish!(ndjson: @ndjson)
    emit.call(last) if last
    yield held unless held.empty?
  ensure
    @turn.finish!(ndjson: @ndjson)
    ActiveRecord::Base.clear_active_connections!
  end

  private

  def text(kind, value)
    return "[tool #{value[:name]}] #{value[:output]}\n" if kind == :tool_result && bug?('text-stream-leaks-tools')
    return unless kind == :text
    bug?('stream-ascii-only') ? value.encode('US-ASCII', undef: :replace, invalid: :replace, replace: '?') : value
  end

  def ndjson(kind, value)
    case kind
    when :text then { type: 'text', content: value }
    when :tool_call then { type: 'tool_call', id: value[:id], name: value[:name], input: value[:input] }
    when :tool_result
      return if bug?('ndjson-without-tool-results')
      { type: 'tool_result', id: value[:id], name: value[:name], output: value[:output] }
    end.to_json + "\n"
  end
end
