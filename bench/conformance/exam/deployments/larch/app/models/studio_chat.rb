class StudioChat < ApplicationRecord
  include Discardable
  include Visible
  serialize :messages, JSON
end
