class VibesController < ApplicationController
  include AgentAttributes
  skip_before_action :authenticate!, only: :index
  SERVICES = %w[bolt lovable v0].freeze

  def index
    render json: { services: SERVICES }
  end

  def show
    service = query(:service_name)
    unless SERVICES.include?(service)
      raise Errors::Invalid.new(:service_name, 'is not one of bolt, lovable, v0')
    end
    agent = readable_agent(path(:agent_id))
    render json: { service_name: service, agent_id: agent.id,
                   prompt: "Build with #{service} a web page that talks to the worker #{agent.name} (#{agent.id}). It was told: #{agent.chat_prompt}" }
  end
end
