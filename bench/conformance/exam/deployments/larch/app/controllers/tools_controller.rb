class ToolsController < ApplicationController
  skip_before_action :authenticate!, only: %i[index show]

  def list
    render json: Catalog.all.map { |t| Catalog.mcp(t) }
  end

  def index
    render json: Catalog.all.map { |t| Catalog.public(t) }
  end

  def show
    tool = Catalog.tool(path(:tool_id)) or not_found!('Tool')
    render json: Catalog.public(tool)
  end

  def search
    q = query(:q)
    raise Errors::Invalid.new(:q, 'is too short (minimum is 1 character)') if q.nil? || q.empty?
    toolkit = query(:toolkit)
    toolkit = nil if toolkit.blank? || toolkit == 'null'
    limit = query_int(:limit, 1..200, 20)
    min = query_score
    found = Catalog.search(q, toolkit: toolkit)
    found = found.select { |_, score| score >= min }.first(limit)
    render json: found.map { |tool, score| Catalog.mcp(tool).merge(score: score.round(4)) }
  end

  def run
    tool = Catalog.tool(path(:tool_name)) or not_found!('Tool')
    input = request.request_parameters
    halt 400, 'Tool input must be a JSON object' if input.key?('_json') || !request_object?
    service = query(:service_id).presence || 'default'
    namespace = query(:service_id_namespace).presence || 'global'
    result = begin
      Catalog.check!(tool, input) unless bug?('tool-input-unchecked') && !tool[:notifier]
      Catalog.call(tool, input, current_user)
    rescue Catalog::BadInput => e
      log(tool, input, service, namespace, :failed, { error: e.message })
      halt 400, e.message
    end
    log(tool, input, service, namespace, :succeeded, result)
    render json: { content: [{ type: 'text', text: result.to_json }], structured_content: result, is_error: false }
  end

  private

  def query_score
    value = query(:min_score)
    return 0.15 if value.nil?
    raise Errors::Invalid.new(:min_score, 'is not a number') unless /\A[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\z/i.match?(value)
    raise Errors::Invalid.new(:min_score, 'must be in 0.0 to 1.0') unless (0.0..1.0).cover?(value.to_f)
    bug?('search-min-score-to-i') ? value.to_i : value.to_f
  end

  def log(tool, input, service, namespace, state, output)
    current_user.tool_executions.create!(tool_name: tool[:name], service_id: service, service_id_namespace: namespace, state: state,
                                         input: input.to_json, output: output.to_json, created_at: Clock.tick)
  end
end
