# One user message and the worker's answer to it. Both places in the history are taken at once, so
# that turns which come at the same time do not mix.
class Turn
  attr_reader :run, :job, :pieces

  def self.start(run, message, position: nil)
    new(run, message, position).tap(&:open!)
  end

  def initialize(run, message, position)
    @run = run
    @message = message
    @position = position || run.next_position
  end

  def open!
    content = bug?('message-squished') ? @message.squish : @message
    before = said_before
    run.messages.create!(role: 'user', content: content, position: @position, created_at: Clock.tick)
    run.update_columns(next_position: @position + 2, updated_at: Time.current)
    @pieces = Brain.pieces(@message, before)
    RunLog.create!(run_id: run.id, event: 'message_received', detail: @message.truncate(200))
    tool = @pieces.find { |kind,| kind == :tool_result }
    log_tool(tool[1]) if tool
    kind = Brain.job_kind(@message)
    return unless kind
    @job = BackgroundJob.create!(id: SecureRandom.uuid, run_id: run.id, agent_id: run.agent_id, kind: kind, created_at: Clock.tick)
    RunLog.create!(run_id: run.id, event: 'job_started', detail: @job.id)
    FinishBackgroundJob.set(wait: 3.seconds).perform_later(@job.id)
  end

  def answer
    pieces.select { |kind,| kind == :text }.map { |_, value| value }.join
  end

  def finish!(ndjson: false)
    return if @finished
    @finished = true
    return if bug?('ndjson-answer-not-kept') && ndjson
    run.messages.create!(role: 'assistant', content: answer, position: @position + 1, created_at: Clock.tick)
  end

  private

  def said_before
    scope = Message.where(role: 'user', run_id: run.id)
    if bug?('context-of-previous-run')
      ids = AgentRun.where(user_id: run.user_id, agent_id: run.agent_id).order(created_at: :desc).limit(2).pluck(:id)
      scope = Message.where(role: 'user', run_id: ids)
    end
    scope.order(:id).pluck(:content)
  end

  def log_tool(value)
    McpServerLog.create!(run_id: run.id, agent_id: run.agent_id, server: 'sea', tool_name: value[:name],
                         request: value[:input].to_json, response: value[:output])
    RunLog.create!(run_id: run.id, event: 'tool_called', detail: value[:name])
  end
end
