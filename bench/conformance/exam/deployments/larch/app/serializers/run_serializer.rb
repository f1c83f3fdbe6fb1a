module RunSerializer
  module_function

  def view(run)
    { run_id: run.id, agent_id: run.agent_id, source: run.source, status: run.job_running? ? 'job_running' : 'idle',
      messages_count: run.messages.count, created_at: run.created_at, updated_at: run.updated_at }
  end

  def log(log)
    { id: log.id, run_id: log.run_id, event: log.event, detail: log.detail, created_at: log.created_at }
  end

  def mcp_log(log)
    { id: log.id, run_id: log.run_id, server: log.server, tool_name: log.tool_name,
      request: JSON.parse(log.request), response: log.response, created_at: log.created_at }
  end

  def execution(e)
    { id: e.id, tool_name: e.tool_name, service_id: e.service_id, service_id_namespace: e.service_id_namespace,
      status: e.state, input: JSON.parse(e.input), output: e.output && JSON.parse(e.output), created_at: e.created_at }
  end
end
