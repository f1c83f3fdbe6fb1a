class ExecutionsController < ApplicationController
  def index
    page_of(current_user.tool_executions, :executions) { |e| RunSerializer.execution(e) }
  end

  def show
    execution = current_user.tool_executions.find_by(id: path_int(:log_id)) or not_found!('Execution')
    render json: RunSerializer.execution(execution)
  end
end
