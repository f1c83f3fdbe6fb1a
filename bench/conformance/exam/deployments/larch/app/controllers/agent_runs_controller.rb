class AgentRunsController < ApplicationController
  def index
    page_of(current_user.agent_runs, :agent_runs) { |run| RunSerializer.view(run) }
  end

  def show
    run = current_user.agent_runs.find_by(id: path_uuid(:run_id)) or not_found!('Run')
    render json: RunSerializer.view(run)
  end

  def mcp_server_logs
    run = current_user.agent_runs.find_by(id: path_uuid(:run_id))
    rows = run ? run.mcp_server_logs.order(:id) : []
    rows = McpServerLog.where(agent_id: run.agent_id).order(:id) if run && bug?('mcp-logs-of-whole-agent')
    render json: rows.map { |log| RunSerializer.mcp_log(log) }
  end

  def logs
    run = current_user.agent_runs.find_by(id: path_uuid(:run_id))
    render json: (run ? run.run_logs.order(:id) : []).map { |log| RunSerializer.log(log) }
  end
end
