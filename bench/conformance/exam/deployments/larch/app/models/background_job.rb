class BackgroundJob < ApplicationRecord
  belongs_to :run, class_name: 'AgentRun'
  enum state: { running: 0, succeeded: 1, failed: 2 }
end
