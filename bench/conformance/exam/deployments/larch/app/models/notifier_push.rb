class NotifierPush < ApplicationRecord
  serialize :data, JSON
end
