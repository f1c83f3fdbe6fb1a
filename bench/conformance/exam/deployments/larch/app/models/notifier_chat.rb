class NotifierChat < ApplicationRecord
  serialize :data, JSON
end
