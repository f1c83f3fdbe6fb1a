class AgentFile < ApplicationRecord
  LIMIT = 10
  belongs_to :agent
  scope :in_order, -> { order(Arel.sql('position, rowid')) }
end
