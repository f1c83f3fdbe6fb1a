class ThemesController < ApplicationController
  include AgentAttributes
  COLOR = /\A#(\h{3}|\h{6})\z/.freeze

  def show
    theme = ThemePreference.find_by(agent_id: own_agent(path_uuid(:agent_id)).id)
    render json: theme ? body(theme) : 'null'
  end

  def update
    agent = own_agent(path_uuid(:agent_id))
    color = body_params(color: :string)[:color]
    raise Errors::Invalid.new(:color, 'is missing') if color.nil?
    halt 400, 'Theme color must look like #1a2b3c' unless (bug?('theme-color-unanchored') ? /#(\h{6}|\h{3})/ : COLOR).match?(color)
    theme = ThemePreference.transaction do
      record = bug?('theme-second-put-ignored') ? ThemePreference.find_by(agent_id: agent.id) : nil
      next record if record
      ThemePreference.find_or_initialize_by(agent_id: agent.id).tap { |t| t.update!(color: color) }
    end
    render json: body(theme)
  end

  private

  def body(theme)
    { theme_preference: { agent_id: theme.agent_id, color: theme.color, created_at: theme.created_at, updated_at: theme.updated_at } }
  end
end
