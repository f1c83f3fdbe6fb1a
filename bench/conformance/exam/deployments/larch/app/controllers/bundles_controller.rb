class BundlesController < ApplicationController
  def index
    scope = current_user.bundles.order(:id)
    scope = scope.joins('LEFT JOIN bundle_tools ON bundle_tools.bundle_id = bundles.id') if bug?('bundles-multiplied-by-join')
    render json: scope.map { |b| row(b).merge(tools_count: b.bundle_tools_count) }
  end

  def create
    render json: { bundle: full(current_user.bundles.create!(name: 'Untitled bundle')) }
  end

  def show
    render json: { bundle: full(find_bundle) }
  end

  def update
    attributes = body_params(name: :string, description: :text, tools: :strings)
    bundle = current_user.bundles.find_by(id: path_int(:bundle_id)) or halt(409, 'This bundle can not be updated')
    tools = attributes.delete(:tools)
    raise Errors::Invalid.new(:name, "can't be blank") if attributes.key?(:name) && attributes[:name].blank?
    raise Errors::Invalid.new(:tools, 'names an unknown tool') if tools && tools.any? { |t| !Catalog.tool(t) }
    Bundle.transaction do
      bundle.update!(attributes)
      if tools
        bundle.bundle_tools.delete_all
        tools.uniq.each { |t| BundleTool.create!(bundle_id: bundle.id, tool_id: t) }
        Bundle.reset_counters(bundle.id, :bundle_tools)
      end
    end
    render json: { bundle: full(bundle.reload) }
  end

  def destroy
    bundle = find_bundle
    bundle.destroy!
    render json: row(bundle).merge(user_id: bundle.user_id)
  end

  def tools
    bundle = current_user.bundles.find_by(id: path_int(:bundle_id))
    render json: bundle ? bundle.bundle_tools.order(:id).map { |t| one(t) } : []
  end

  def add_tool
    bundle = find_bundle
    id = body_params(tool_id: :string)[:tool_id]
    raise Errors::Invalid.new(:tool_id, "can't be blank") if id.blank?
    raise Errors::Invalid.new(:tool_id, 'is not the id of a tool') unless Catalog.tool(id)
    tool = BundleTool.transaction { BundleTool.find_or_create_by!(bundle_id: bundle.id, tool_id: id) }
    render json: one(tool)
  end

  def remove_tool
    bundle = find_bundle
    tool = bundle.bundle_tools.find_by(tool_id: path(:tool_id)) or not_found!('Tool')
    if bug?('bundle-tool-removed-everywhere')
      BundleTool.where(tool_id: tool.tool_id).destroy_all
    else
      tool.destroy!
    end
    render json: one(tool)
  end

  private

  def find_bundle
    current_user.bundles.find_by(id: path_int(:bundle_id)) or not_found!('Bundle')
  end

  def row(bundle)
    { id: bundle.id, name: bundle.name, description: bundle.description, created_at: bundle.created_at, updated_at: bundle.updated_at }
  end

  def full(bundle)
    row(bundle).merge(tools: bundle.bundle_tools.order(:id).map { |t| one(t) })
  end

  def one(tool)
    { tool_id: tool.tool_id, bundle_id: tool.bundle_id, name: Catalog.tool(tool.tool_id)&.fetch(:title), created_at: tool.created_at }
  end
end
