class Subscription < ApplicationRecord
  belongs_to :agent
  enum state: { active: 0, canceled: 1 }
end
