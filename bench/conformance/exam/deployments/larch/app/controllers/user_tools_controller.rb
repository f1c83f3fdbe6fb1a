class UserToolsController < ApplicationController
  def index
    render json: current_user.installed_tools.order(:id).map { |t| full(t) }
  end

  def create
    id = body_params(tool_id: :string)[:tool_id]
    raise Errors::Invalid.new(:tool_id, "can't be blank") if id.blank?
    row = InstalledTool.transaction do
      halt 409, 'There is no such tool' unless Catalog.tool(id)
      mine = current_user.installed_tools.where(tool_id: id)
      halt 409, 'This tool is installed already' if mine.exists?
      current_user.installed_tools.create!(tool_id: id)
    end
    render json: row(row)
  end

  def show
    render json: full(find_tool)
  end

  def destroy
    tool = find_tool
    scope = bug?('uninstall-for-everyone') ? InstalledTool.where(tool_id: tool.tool_id) : InstalledTool.where(id: tool.id)
    scope.delete_all
    render json: row(tool)
  end

  private

  def find_tool
    current_user.installed_tools.find_by(tool_id: path(:tool_id)) or not_found!('Tool')
  end

  def row(t)
    { id: t.id, tool_id: t.tool_id, user_id: t.user_id, created_at: t.created_at }
  end

  def full(t)
    tool = Catalog.tool(t.tool_id)
    { tool_id: t.tool_id, name: tool[:title], description: tool[:description], toolkit: tool[:set], installed_at: t.created_at }
  end
end
