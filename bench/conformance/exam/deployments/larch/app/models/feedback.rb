class Feedback < ApplicationRecord
  belongs_to :agent, counter_cache: true
end
