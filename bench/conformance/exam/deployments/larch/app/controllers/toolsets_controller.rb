class ToolsetsController < ApplicationController
  def index
    render json: Catalog::SETS.map { |name, text| { name: name, description: text, tools_count: Catalog.of(name).size } }
  end

  def show
    name = path(:toolset_name)
    text = Catalog::SETS[name] or not_found!('Toolset')
    tools = Catalog.of(name).map { |t| Catalog.mcp(t) }
    render json: { name: name, description: text, tools_count: Catalog.of(name).size, tools: tools }
  end
end
