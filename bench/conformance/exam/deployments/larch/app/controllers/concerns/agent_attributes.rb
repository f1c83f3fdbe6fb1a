# What agents and chats share: the same record, the same rules.
module AgentAttributes
  extend ActiveSupport::Concern
  SPEC = { name: :string, description: :text, chat_prompt: :text, visibility: :visibility, vanity_slug: :string,
           model: :string, tags: :strings, monthly_price: :decimal }.freeze

  private

  def agent_params(optional: false)
    attributes = body_params(SPEC, optional: optional)
    attributes.delete(:visibility) if attributes.key?(:visibility) && attributes[:visibility].nil?
    attributes
  end

  def refuse_private_in_sandbox!(attributes)
    return unless current_user.sandbox? && attributes[:visibility] == 'private'
    halt 400, 'Users of the sandbox tier can not make this private'
  end

  def build_agent(attributes)
    halt 400, 'chat_prompt is missing' if attributes[:chat_prompt].blank?
    refuse_private_in_sandbox!(attributes)
    agent = current_user.agents.new({ name: 'Untitled', visibility: 'public', tags: [] }.merge(attributes.symbolize_keys))
    agent.assign_attributes(id: SecureRandom.uuid, created_at: Clock.tick)
    save_agent(agent)
  end

  def save_agent(agent)
    Agent.transaction { agent.save! }
    agent
  end

  def kept_agent(id)
    Agent.kept.find_by(id: id.to_s.downcase) or not_found!('Agent')
  end

  def own_agent(id)
    agent = kept_agent(id)
    halt 403, 'This is not your agent' unless agent.user_id == current_user.id
    agent
  end

  def readable_agent(id)
    agent = kept_agent(id)
    halt 403, 'This agent is private' unless agent.readable_by?(current_user)
    agent
  end
end
