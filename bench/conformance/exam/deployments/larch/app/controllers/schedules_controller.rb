class SchedulesController < ApplicationController
  SPEC = { chat_id: :string, cron_expression: :string, name: :string, message: :text, enabled: :bool }.freeze

  def index
    rows = current_user.schedules.order(:created_at).to_a
    render json: { schedules: rows.map { |s| one(s) }, meta: { total_count: rows.size, next_page: nil } }
  end

  def create
    attributes = body_params(SPEC.merge(chat_id: :any)).symbolize_keys
    check_chat!(attributes[:chat_id])
    check_cron!(attributes[:cron_expression])
    row = current_user.schedules.create!(attributes.compact.merge(id: SecureRandom.uuid, created_at: Clock.tick))
    render json: { schedule: one(row) }
  end

  def onboarding
    render json: { onboarding: { has_schedules: current_user.schedules.exists?, examples: [
      { text: 'every day at 9am', cron_expression: '0 9 * * *' }, { text: 'every monday at 8am', cron_expression: '0 8 * * 1' }
    ] } }
  end

  def text_to_cron
    text = query(:cron)
    raise Errors::Invalid.new(:cron, 'is missing') if text.nil?
    cron = Cron.from_text(text)
    cron ||= '* * * * *' if bug?('text-to-cron-rescued')
    halt 400, 'This is not a cron expression' unless cron
    render json: { cron_expression: cron, text: text }
  end

  def show
    render json: { schedule: one(find_schedule) }
  end

  def update
    schedule = find_schedule
    attributes = body_params(SPEC.merge(chat_id: :any)).symbolize_keys
    check_chat!(attributes[:chat_id]) if attributes.key?(:chat_id)
    check_cron!(attributes[:cron_expression]) if attributes.key?(:cron_expression)
    attributes.delete(:enabled) if attributes[:enabled].nil? || (bug?('schedule-enabled-false-lost') && attributes[:enabled].blank?)
    schedule.update!(attributes)
    render json: { schedule: one(schedule) }
  end

  def destroy
    schedule = find_schedule
    schedule.destroy!
    render json: { schedule: one(schedule) }
  end

  private

  def find_schedule
    current_user.schedules.find_by(id: path_uuid(:schedule_id)) or not_found!('Schedule')
  end

  def check_chat!(id)
    scope = bug?('schedule-foreign-chat') ? Agent.kept : current_user.agents.kept
    return if id.is_a?(String) && scope.exists?(id: id)
    halt 403, 'The chat is missing or not yours'
  end

  def check_cron!(cron)
    raise Errors::Invalid.new(:cron_expression, 'is not a cron expression') unless cron && Cron.valid?(cron)
  end

  def one(s)
    { id: s.id, chat_id: s.chat_id, cron_expression: s.cron_expression, name: s.name, message: s.message, enabled: s.enabled,
      last_run_at: s.last_run_at, created_at: s.created_at, updated_at: s.updated_at }
  end
end
