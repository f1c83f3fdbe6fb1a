class User < ApplicationRecord
  enum tier: { sandbox: 0, free: 1, pro: 2 }
  has_many :agents
  has_many :agent_runs
  has_many :api_keys
  has_many :tool_executions
  has_many :subscriptions
  has_many :studio_chats
  has_many :bundles
  has_many :schedules
  has_many :installed_tools
  has_many :vip_redemptions
  has_one :credit_account
end
