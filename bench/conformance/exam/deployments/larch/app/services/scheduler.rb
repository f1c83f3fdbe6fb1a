# Starts due runs, once a minute.
module Scheduler
  module_function

  def start
    Thread.new do
      loop do
        sleep 60 - Time.now.to_f % 60 + 0.05
        begin
          Rails.application.executor.wrap { tick(Time.current) }
        rescue StandardError => e
          $stderr.puts "scheduler: #{e.class} #{e.message}"
        end
      end
    end
  end

  def tick(time)
    Schedule.where(enabled: true).to_a.each do |schedule|
      next unless Cron.due?(schedule.cron_expression, time)
      ApplicationRecord.transaction do
        run = AgentRun.create!(id: SecureRandom.uuid, user_id: schedule.user_id, agent_id: schedule.chat_id, source: 'schedule', created_at: Clock.tick)
        RunLog.create!(run_id: run.id, event: 'run_started', detail: "Schedule #{schedule.id}")
        Turn.start(run, schedule.message.presence || 'Scheduled run').finish!
        schedule.update_columns(last_run_at: time)
      end
    end
  end
end
