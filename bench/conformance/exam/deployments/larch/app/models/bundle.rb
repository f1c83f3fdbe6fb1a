class Bundle < ApplicationRecord
  has_many :bundle_tools, dependent: :delete_all
end
