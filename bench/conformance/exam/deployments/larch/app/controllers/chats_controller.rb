class ChatsController < ApplicationController
  include AgentAttributes
  skip_before_action :authenticate!, only: %i[show og]
  before_action :authenticate_if_given, only: %i[show og]

  def index
    scope = current_user.agents.order(created_at: :desc)
    scope = scope.kept
    render json: scope.map { |a| AgentSerializer.one(a) }
  end

  def create
    render json: AgentSerializer.one(build_agent(agent_params))
  end

  def show
    render json: AgentSerializer.one(readable_agent(path(:chat_id)))
  end

  # PUT and PATCH
  def update
    agent = own_agent(path(:chat_id))
    attributes = agent_params
    refuse_private_in_sandbox!(attributes)
    if (request.put? && attributes[:chat_prompt].blank?) || (attributes.key?(:chat_prompt) && attributes[:chat_prompt].blank?)
      raise Errors::Invalid.new(:chat_prompt, "can't be blank")
    end
    agent.assign_attributes(attributes)
    render json: AgentSerializer.one(save_agent(agent))
  end

  def destroy
    agent = own_agent(path(:chat_id))
    agent.discard!
    render json: AgentSerializer.one(agent)
  end

  def og
    agent = kept_agent(path_uuid(:chat_id))
    open = agent.readable_by?(nil) || bug?('og-shows-private-chat')
    render json: { title: open ? agent.name : 'Private chat', description: open ? agent.description.to_s : '',
                   image_url: "https://larch.example/og/#{agent.id}.png", url: "https://larch.example/chats/#{agent.id}", type: 'website' }
  end

  def duplicate
    source = kept_agent(path_uuid(:chat_id))
    halt 403, 'Only public chats can be cloned' unless source.visibility == 'public'
    attributes = agent_params(optional: true)
    refuse_private_in_sandbox!(attributes)
    copy = source.copy_for(current_user)
    copy.assign_attributes(attributes.compact)
    Agent.transaction do
      copy.save!
      source.files.in_order.each do |file|
        next file.update!(agent_id: copy.id) if bug?('clone-moves-files')
        copy.files.create!(file.attributes.slice('name', 'content', 'content_type', 'position').merge('id' => SecureRandom.uuid))
      end
    end
    render json: AgentSerializer.one(copy)
  end

  def feedback
    agent = kept_agent(path_uuid(:chat_id))
    not_found!('Agent') unless agent.readable_by?(current_user)
    attributes = body_params(rating: :int, comment: :text)
    raise Errors::Invalid.new(:rating, 'must be in 1 to 5') if attributes[:rating] && !(1..5).cover?(attributes[:rating])
    raise Errors::Invalid.new(:comment, "can't be blank") if attributes[:comment].blank? && attributes[:rating].nil?
    Feedback.transaction do
      agent.feedbacks.create!(attributes.merge(user_id: current_user.id))
      agent.update_columns(json_body.slice('name', 'description', 'chat_prompt')) if bug?('feedback-mass-assignment')
    end
    render json: AgentSerializer.one(agent.reload)
  end

  def run
    agent = readable_agent(path_uuid(:chat_id))
    log = ApplicationRecord.transaction do
      run = current_user.agent_runs.create!(id: SecureRandom.uuid, agent_id: agent.id, source: 'chat', created_at: Clock.tick)
      run.run_logs.create!(event: 'run_started', detail: "Run of #{agent.name}")
    end
    render json: RunSerializer.log(log)
  end
end
