class AgentsController < ApplicationController
  include AgentAttributes
  skip_before_action :authenticate!, only: :show
  before_action :authenticate_if_given, only: :show

  def index
    scope = current_user.agents.kept.order(created_at: :desc)
    scope = scope.joins(:files).distinct if bug?('agents-list-inner-join')
    render json: scope.map { |a| AgentSerializer.one(a) }
  end

  def upsert
    id = body_params(id: :string)[:id]
    attributes = agent_params
    return render(json: AgentSerializer.one(build_agent(attributes))) if id.blank?
    agent = bug?('agent-upsert-foreign') ? kept_agent(id) : own_agent(id)
    halt 400, 'chat_prompt is missing' if attributes[:chat_prompt].blank?
    refuse_private_in_sandbox!(attributes)
    agent.assign_attributes(attributes)
    render json: AgentSerializer.one(save_agent(agent))
  end

  def show
    agent = kept_agent(path(:agent_id))
    unless agent.readable_by?(current_user)
      halt 403, 'This agent is private'
    end
    render json: AgentSerializer.one(agent)
  end

  def upsell
    agent = current_user.agents.kept.find_by(id: path(:agent_id).to_s.downcase) or not_found!('Agent')
    agent.upsell_description = "Subscribe to #{agent.name} and let it work for you: #{(agent.description.presence || agent.chat_prompt).truncate(120)}"
    agent.save! unless bug?('upsell-not-saved')
    render json: AgentSerializer.one(agent)
  end
end
