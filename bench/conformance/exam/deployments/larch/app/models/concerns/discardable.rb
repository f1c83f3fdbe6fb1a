# Soft delete
module Discardable
  extend ActiveSupport::Concern

  included { scope :kept, -> { where(discarded_at: nil) } }

  def discard!
    update!(discarded_at: Time.current)
  end
end
