class AgentRun < ApplicationRecord
  belongs_to :user
  belongs_to :agent
  has_many :messages, foreign_key: :run_id
  has_many :background_jobs, foreign_key: :run_id
  has_many :run_logs, foreign_key: :run_id
  has_many :mcp_server_logs, foreign_key: :run_id

  def running_job
    background_jobs.running.first
  end

  def job_running?
    background_jobs.running.exists?
  end

  # a message outside of a turn
  def append(role, content)
    self.class.transaction do
      reload
      messages.create!(role: role, content: content, position: next_position, created_at: Clock.tick)
      update_columns(next_position: next_position + 2)
    end
  end
end
