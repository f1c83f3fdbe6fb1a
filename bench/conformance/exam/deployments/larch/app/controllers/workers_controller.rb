# Workers API. The turn is written before the stream begins, the answer when its last words are sent.
class WorkersController < ApplicationController
  skip_before_action :authenticate!
  before_action :authenticate_key!

  def create
    agent = find_agent
    message = body_params(message: :text)[:message]
    raise Errors::Invalid.new(:message, "can't be blank") if message.blank?
    if bug?('post-blocked-by-running-job') && BackgroundJob.running.where(run_id: current_user.agent_runs.where(agent_id: agent.id).select(:id)).exists?
      halt 409, 'A background job is running'
    end
    if bug?('post-reuses-run-for-same-message')
      same = Message.where(role: 'user', content: message, position: 0).joins('JOIN agent_runs r ON r.id = messages.run_id')
                    .where('r.user_id = ? AND r.agent_id = ?', current_user.id, agent.id).last
      run = AgentRun.find(same.run_id) if same
    end
    turn = nil
    ApplicationRecord.transaction do
      run ||= current_user.agent_runs.create!(id: SecureRandom.uuid, agent_id: agent.id, source: 'api', created_at: Clock.tick)
      turn = Turn.start(run, message)
    end
    stream turn
  end

  def update
    agent = find_agent
    run = find_run(agent)
    body = body_params(message: :text)
    raise Errors::Invalid.new(:message, 'is missing') if body[:message].nil?
    turn = nil
    if bug?('put-conflict-keeps-message') && run.job_running?
      run.append('user', body[:message])
    end
    if bug?('put-lost-update')
      halt 409, 'A background job is running on this run' if run.job_running?
      position = run.next_position
      sleep 0.05
      run.messages.where(position: position).delete_all
      turn = Turn.start(run, body[:message], position: position)
    else
      ApplicationRecord.transaction do
        run.reload
        halt 409, 'A background job is running on this run' if run.job_running? && !bug?('put-accepted-during-job')
        turn = Turn.start(run, body[:message])
      end
    end
    stream turn
  end

  def show
    run = find_run(find_agent)
    job = run.running_job
    job ||= BackgroundJob.running.where(agent_id: run.agent_id).last if bug?('job-header-of-other-run')
    response.set_header 'x-service-job-id', job.id if job
    messages = run.messages
    messages = bug?('history-order-by-role') ? messages.order(Arel.sql("position / 2, role")) : messages.order(:position, :id)
    messages = messages.limit(20) if bug?('history-capped-at-20')
    rows = messages.map { |m| { role: m.role, content: m.content } }
    rows.each { |r| r[:content] = ERB::Util.html_escape(r[:content]).to_str } if bug?('history-html-escaped')
    render json: rows
  end

  private

  KEYS = Concurrent::Map.new

  def authenticate_key!
    token = bearer
    if bug?('deleted-key-cached')
      id = KEYS.compute_if_absent(token.to_s) { ApiKey.where(token: token).pick(:user_id) }
      @current_user = User.find_by(id: id)
    else
      @current_user = token && User.joins(:api_keys).find_by(api_keys: { token: token })
    end
    raise Errors::Unauthorized unless @current_user
  end

  def find_agent
    agent = Agent.all
    agent = agent.kept unless bug?('deleted-chat-still-works')
    agent = agent.find_by(id: path_uuid(:agent_id)) or not_found!('Agent')
    halt 403, 'You may not use this agent' unless agent.readable_by?(current_user)
    agent
  end

  def find_run(agent)
    scope = bug?('run-found-without-owner') ? AgentRun.all : current_user.agent_runs
    scope = scope.where(agent_id: agent.id) unless bug?('run-of-another-agent')
    scope.find_by(id: path_uuid(:run_id)) or not_found!('Run')
  end

  def stream(turn)
    ndjson = request.path_parameters[:stream] == 'ndjson'
    response.set_header 'X-Service-Run-ID', turn.run.id
    response.set_header 'x-service-job-id', turn.job.id if turn.job
    response.set_header 'Cache-Control', 'no-cache'
    response.set_header 'Content-Type', ndjson ? 'application/x-ndjson' : 'text/plain; charset=utf-8'
    ActiveRecord::Base.clear_active_connections!
    self.response_body = WorkerStream.new(turn, ndjson)
  end
end
