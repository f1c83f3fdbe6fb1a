class NotifierDevice < ApplicationRecord
  serialize :data, JSON
end
